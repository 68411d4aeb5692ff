import fc from 'fast-check';
import type { AccountReference, BasketMember, Order, Payment, Transfer } from '../domain/order.ts';
import { bulkOrder } from './bulk-order.suite.ts';

const ibans = [
  'DE89370400440532013000',
  'NL91ABNA0417164300',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'BE68539007547034',
] as const;

const account = fc.constantFrom(...ibans).map((id): AccountReference => ({ scheme: 'iban', id }));
/** A payee: an IBAN, or another number, which is one account only together with its bank. */
const payee = fc.oneof(
  fc.record(
    { creditorAccount: account, creditorAgent: fc.constantFrom('PORTDEFF', 'ABNANL2A') },
    { requiredKeys: ['creditorAccount'] },
  ),
  fc.record({
    creditorAccount: fc.record({
      scheme: fc.constantFrom('bban' as const, 'other' as const),
      id: fc.stringMatching(/^[A-Za-z0-9]{1,30}$/),
    }),
    creditorAgent: fc.constantFrom('CHASUS33', 'CHASUS33XXX', 'BOFAUS3NMIA'),
  }),
);
const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'BHD');
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 });
const day = fc
  .date({ min: new Date('2026-11-15'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const id = fc.uuid();

function transferIn(chosen: string): fc.Arbitrary<Transfer> {
  const others = fc.record(
    {
      amount: fc
        .bigInt({ min: 1n, max: 10n ** 12n })
        // oxlint-disable-next-line typescript/consistent-type-assertions -- one of the list above
        .map((minor) => ({ minor, currency: chosen }) as Transfer['amount']),
      creditorName: text,
      remittance: text,
      endToEndId: text,
    },
    { requiredKeys: ['amount', 'creditorName'] },
  );
  return fc.tuple(others, payee).map(([one, to]) => ({ ...one, ...to }));
}

const transfer = currency.chain(transferIn);
const base = {
  id,
  product: fc.constantFrom('sepa-credit-transfers', 'target-2-payments'),
  debtorAccount: account,
};
const documentHash = fc.stringMatching(/^[0-9a-f]{64}$/);

/** Random payments of all three services. */
export const arbitraryPayment: fc.Arbitrary<Payment> = fc.oneof(
  fc.record({ ...base, documentHash, kind: fc.constant('payment' as const), transfer }),
  fc.record({
    ...base,
    documentHash,
    kind: fc.constant('payment' as const),
    transfer,
    requestedExecutionDate: day,
  }),
  fc
    .tuple(fc.record({ ...base, documentHash }), transfer, fc.array(transfer, { maxLength: 5 }))
    .map(([known, first, others]) => bulkOrder(known, [first, ...others])),
  fc.record({
    ...base,
    documentHash,
    kind: fc.constant('periodic-payment' as const),
    transfer,
    schedule: fc.record({ startDate: day, frequency: fc.constantFrom('Monthly', 'Weekly') }),
  }),
);

const consent = fc.record({
  id,
  kind: fc.constant('consent' as const),
  access: fc.record({
    accounts: fc.array(account, { maxLength: 3 }),
    balances: fc.array(account, { maxLength: 3 }),
    transactions: fc.array(account, { maxLength: 3 }),
    withOwnerName: fc.boolean(),
  }),
  isRecurring: fc.boolean(),
  validUntil: day,
  frequencyPerDay: fc.integer({ min: 1, max: 4 }),
});

/** Random orders of every kind. */
export const arbitraryOrder: fc.Arbitrary<Order> = fc.oneof(
  arbitraryPayment,
  fc.record({ id, kind: fc.constant('payment-cancellation' as const), payment: arbitraryPayment }),
  consent,
  fc.record({ id, kind: fc.constant('funds-confirmation-consent' as const), account }),
  fc.record({
    id,
    kind: fc.constant('signing-basket' as const),
    members: fc
      .tuple(arbitraryPayment, fc.array(fc.oneof(arbitraryPayment, consent), { maxLength: 4 }))
      .map(([first, others]): readonly [BasketMember, ...BasketMember[]] => [first, ...others]),
  }),
);
