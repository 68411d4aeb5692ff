import type { Order } from '../../server/src/capabilities/sca/index.ts';

type SinglePayment = Extract<Order, { readonly kind: 'payment' }>;

/** Returns a payment as a third party asks for it. */
export function testPayment(id: string): SinglePayment {
  return {
    kind: 'payment',
    id,
    product: 'sepa-credit-transfers',
    debtorAccount: { scheme: 'iban', id: 'DE40100100103307118608' },
    documentHash: 'ab'.repeat(32),
    transfer: {
      amount: { minor: 124_950n, currency: 'EUR' },
      creditorName: 'Acme GmbH',
      creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
      remittance: 'INV 2231',
    },
  };
}
