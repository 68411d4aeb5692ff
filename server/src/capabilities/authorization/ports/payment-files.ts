import type { PaymentOrder } from '../domain/signing/payment-order.ts';

/** Port: reads the orders of a pain.001 file; undefined for any other text. */
export interface PaymentFiles {
  ordersIn(xml: string): readonly PaymentOrder[] | undefined;
}
