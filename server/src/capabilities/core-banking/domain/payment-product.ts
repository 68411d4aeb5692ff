/** The products of the specification. The pain.001 variant of a product is executed like the product itself. */
export const paymentProducts = [
  'sepa-credit-transfers',
  'instant-sepa-credit-transfers',
  'target-2-payments',
  'cross-border-credit-transfers',
] as const;

export type PaymentProduct = (typeof paymentProducts)[number];
