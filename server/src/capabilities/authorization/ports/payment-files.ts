import type { PaymentOrder } from '../domain/signing/payment-order.ts';

/** Port: reads the orders of a pain.001 file; undefined for any other text. */
export interface PaymentFiles {
  /** Reads the file of a customer. Throws a problem if too many files wait. */
  ordersIn(xml: string, owner: string): Promise<readonly PaymentOrder[] | undefined>;
}
