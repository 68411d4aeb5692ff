import type { Context } from '#platform/work/context.ts';

/** Port: what the bank knows of a customer changes with the first and the last product. Implemented by party. */
export interface CustomerProducts {
  /** Returns every number under which the core may know the customer: records of one customer may have been merged. */
  numbersOf(ctx: Context, customerNumber: string): Promise<readonly string[]>;
  /** Says whether the customer has an open product now; saying it again changes nothing. */
  setOpenProduct(ctx: Context, customerNumber: string, hasOpenProduct: boolean): Promise<void>;
}
