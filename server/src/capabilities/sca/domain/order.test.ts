import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney } from '#platform/kernel/money.ts';
import { randomRuns } from '#platform/testing/random-runs.ts';
import { bulkOrder } from '../testing/bulk-order.suite.ts';
import { arbitraryOrder, arbitraryPayment } from '../testing/orders.suite.ts';
import {
  canonicalOrder,
  type Order,
  ownAccountsOf,
  type PeriodicPayment,
  type SinglePayment,
  totalsOf,
  transferCountOf,
  transfersOf,
} from './order.ts';
import { orderDigest, signatureText } from './signature-text.ts';

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

const payment: SinglePayment = {
  kind: 'payment',
  id: 'b7d5c1e0-0000-4000-8000-000000000001',
  product: 'sepa-credit-transfers',
  debtorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' },
  documentHash: 'ab'.repeat(32),
  transfer: {
    amount: { minor: 124_950n, currency: 'EUR' },
    creditorName: 'Acme GmbH',
    creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
    remittance: 'INV 2231',
  },
};

const { kind: _, transfer: __, ...base } = payment;
const abroad = {
  creditorAccount: { scheme: 'bban', id: '12345678' },
  creditorAgent: 'CHASUS33',
} as const;
const repeated = (frequency: PeriodicPayment['schedule']['frequency']): PeriodicPayment => ({
  ...payment,
  kind: 'periodic-payment',
  schedule: { startDate: '2026-12-01', frequency },
});

describe('an order', () => {
  test('has one text, whose hash is signed', () => {
    const text =
      '{"creditorAccount":{"iban":"DE89370400440532013000"},"creditorName":"Acme GmbH",' +
      '"debtorAccount":{"iban":"NL91ABNA0417164300"},' +
      `"documentHash":"${'ab'.repeat(32)}","id":"b7d5c1e0-0000-4000-8000-000000000001",` +
      '"instructedAmount":{"amount":"1249.50","currency":"EUR"},"kind":"payment",' +
      '"product":"sepa-credit-transfers","remittance":"INV 2231"}';
    expect(canonicalOrder(payment)).toBe(text);
    // printf %s TEXT | openssl dgst -sha256
    expect(orderDigest(payment, sha256Hex)).toBe(`sha-256:${sha256Hex(text)}`);
  });

  test.each<[string, Order, string]>([
    ['a payment', payment, 'EUR 1249.50 DE89370400440532013000'],
    [
      'a standing order',
      { ...payment, kind: 'periodic-payment', schedule: { startDate: '2026-12-01', frequency: 'Monthly' } },
      'EUR 1249.50 DE89370400440532013000 2026-12-01 Monthly',
    ],
    [
      'a cancellation',
      { kind: 'payment-cancellation', id: 'c', payment },
      'CANCEL EUR 1249.50 DE89370400440532013000',
    ],
    [
      'several transfers',
      bulkOrder(base, [payment.transfer, payment.transfer]),
      `EUR 2499.00 2 ${sha256Hex('DE89370400440532013000\nDE89370400440532013000').slice(0, 16)} MAX EUR 1249.50`,
    ],
    [
      'two currencies',
      bulkOrder(base, [payment.transfer, { ...payment.transfer, amount: { minor: 5n, currency: 'JPY' } }]),
      `EUR 1249.50 + JPY 5 2 ${sha256Hex('DE89370400440532013000\nDE89370400440532013000').slice(0, 16)} MAX EUR 1249.50 + JPY 5`,
    ],
    [
      'a transfer to a number without an IBAN',
      { ...payment, transfer: { ...payment.transfer, ...abroad } },
      'EUR 1249.50 12345678 CHASUS33 BBAN',
    ],
    [
      'a bulk of one such transfer',
      bulkOrder(base, [{ ...payment.transfer, ...abroad }]),
      'EUR 1249.50 12345678 CHASUS33 BBAN',
    ],
    [
      'a bulk whose largest transfer has nearly all',
      bulkOrder(base, [payment.transfer, { ...payment.transfer, amount: { minor: 1n, currency: 'EUR' } }]),
      `EUR 1249.51 2 ${sha256Hex('DE89370400440532013000\nDE89370400440532013000').slice(0, 16)} MAX EUR 1249.50`,
    ],
    [
      'a basket of one standing order',
      { kind: 'signing-basket', id: 'b', members: [repeated('Daily')] },
      'BASKET 1 EUR 1249.50 DE89370400440532013000 REPEAT Daily EUR 1249.50',
    ],
    [
      'a basket of several',
      {
        kind: 'signing-basket',
        id: 'b',
        members: [payment, repeated('Daily'), repeated('Weekly'), repeated('Daily')],
      },
      `BASKET 4 EUR 4998.00 4 ${sha256Hex(Array(4).fill('DE89370400440532013000').join('\n')).slice(0, 16)} REPEAT Daily EUR 2499.00 + Weekly EUR 1249.50`,
    ],
    [
      'a basket of many rhythms',
      {
        kind: 'signing-basket',
        id: 'b',
        members: [repeated('Daily'), repeated('Weekly'), repeated('Monthly')],
      },
      `BASKET 3 EUR 3748.50 3 ${sha256Hex(Array(3).fill('DE89370400440532013000').join('\n')).slice(0, 16)} REPEAT Daily + Weekly + Monthly`,
    ],
  ])('says what a device must show: %s', (_, order, text) => {
    expect(signatureText(order, sha256Hex)).toBe(text);
  });

  test('shows amount and payee of every payment in its text', () => {
    fc.assert(
      fc.property(arbitraryPayment, (order) => {
        const text = signatureText(order, sha256Hex);
        for (const total of totalsOf(order))
          expect(text).toContain(`${total.currency} ${formatMoney(total)}`);
        const [first] = transfersOf(order);
        const payees = first === undefined ? '' : first.creditorAccount.id;
        expect(text).toContain(transferCountOf(order) === 1 ? payees : ` ${transferCountOf(order)} `);
      }),
      { numRuns: randomRuns(1_000) },
    );
  });

  test('has another digest after any change', () => {
    fc.assert(
      fc.property(arbitraryOrder, arbitraryOrder, (one, other) => {
        const isSame = canonicalOrder(one) === canonicalOrder(other);
        expect(orderDigest(one, sha256Hex) === orderDigest(other, sha256Hex)).toBe(isSame);
        expect(isSame).toBe(
          one.id === other.id && JSON.stringify(JSON.parse(canonicalOrder(one))) === canonicalOrder(other),
        );
      }),
      { numRuns: randomRuns(1_000) },
    );
  });

  test('names the accounts that it debits or opens once', () => {
    expect(ownAccountsOf({ kind: 'signing-basket', id: 'b', members: [payment, payment] })).toEqual([
      payment.debtorAccount,
    ]);
    expect(
      ownAccountsOf({ kind: 'funds-confirmation-consent', id: 'f', account: payment.debtorAccount }),
    ).toEqual([payment.debtorAccount]);
  });
});

test.each<[string, (order: SinglePayment) => SinglePayment]>([
  [
    'the amount',
    (order) => ({ ...order, transfer: { ...order.transfer, amount: { minor: 124_951n, currency: 'EUR' } } }),
  ],
  ['the payee', (order) => ({ ...order, transfer: { ...order.transfer, creditorName: 'Acme Gmbh' } })],
  [
    'the account',
    (order) => ({
      ...order,
      transfer: {
        ...order.transfer,
        creditorAccount: { scheme: 'bban', id: order.transfer.creditorAccount.id },
      },
    }),
  ],
  ['a member that is not shown', (order) => ({ ...order, documentHash: 'ac'.repeat(32) })],
  ['the day', (order) => ({ ...order, requestedExecutionDate: '2026-12-01' })],
  ['the id', (order) => ({ ...order, id: 'b7d5c1e0-0000-4000-8000-000000000002' })],
])('a change of %s changes the digest', (_, change) => {
  expect(orderDigest(change(payment), sha256Hex)).not.toBe(orderDigest(payment, sha256Hex));
});
