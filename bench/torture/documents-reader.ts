import { ordersIn } from '../../server/src/adapters/payment-files/pain001.ts';

/** What returns to the event loop: a few values, and the orders as bytes, which are copied at once. */
export interface PaymentFileSummary {
  readonly transfers: number;
  readonly orders: Uint8Array;
}

/** Reads a payment file as an interface for payments would: all is checked and mapped in the thread. */
export function read(bytes: Uint8Array): PaymentFileSummary {
  const orders = ordersIn(bytes);
  const text = JSON.stringify(orders, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return { transfers: orders.length, orders: Buffer.from(text) };
}
