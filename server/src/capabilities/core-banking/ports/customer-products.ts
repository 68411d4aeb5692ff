import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';

/** When a customer was last active, and whether with more than savings. */
export interface ReportedActivity {
  readonly lastActiveOn: Temporal.PlainDate;
  readonly isSavingsOnly: boolean;
}

/** Port: what the bank knows of a customer changes with products and activity. Implemented by party. */
export interface CustomerProducts {
  /** Returns every number under which the core may know the customer: records of one customer may have been merged. */
  numbersOf(ctx: Context, customerNumber: string): Promise<readonly string[]>;
  /** Says whether the customer has an open product now; saying it again changes nothing. */
  setOpenProduct(ctx: Context, customerNumber: string, hasOpenProduct: boolean): Promise<void>;
  /** Says when the customer was last active; saying it again changes nothing. */
  recordActivity(ctx: Context, customerNumber: string, activity: ReportedActivity): Promise<void>;
}
