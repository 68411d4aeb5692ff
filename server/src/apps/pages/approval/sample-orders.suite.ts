import type {
  AccountReference,
  BulkPayees,
  Order,
  PayeeCheck,
  Payment,
  Transfer,
} from '#capabilities/sca/index.ts';
import { bulkOrder } from '#capabilities/sca/testing/bulk-order.suite.ts';

export const daily: AccountReference = { scheme: 'iban', id: 'NL91ABNA0417164300' };
export const savings: AccountReference = { scheme: 'iban', id: 'NL02ABNA0123456789' };
const documentHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const transfer: Transfer = {
  amount: { minor: 124_950n, currency: 'EUR' },
  creditorName: 'Acme GmbH',
  creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
  remittance: 'INV 2231',
};
const base = { id: 'p-1', product: 'sepa-credit-transfers', debtorAccount: daily, documentHash };
const payees = [
  'Hansen & Sons',
  'Bäckerei Müller',
  'Société Lumière',
  'Nova Energie BV',
  'Garage de la Gare',
];

export function transfersOf(count: number): readonly [Transfer, ...Transfer[]] {
  const others = Array.from(
    { length: count - 1 },
    (_, index): Transfer => ({
      amount: { minor: BigInt(4_900 + index * 37), currency: 'EUR' },
      creditorName: payees[index % payees.length] ?? '',
      creditorAccount: { scheme: 'iban', id: 'FR1420041010050500013M02606' },
      remittance: `Invoice ${1_000 + index}`,
    }),
  );
  return [transfer, ...others];
}

/** A payment whose payee was checked. */
export function checkedPayment(payeeCheck: PayeeCheck): Payment {
  return { ...base, kind: 'payment', transfer: { ...transfer, payeeCheck } };
}

const single: Payment = { ...base, kind: 'payment', transfer };
/** To a number that is an account only together with its bank. */
const abroad: Payment = {
  ...base,
  kind: 'payment',
  product: 'cross-border-credit-transfers',
  transfer: {
    ...transfer,
    creditorName: 'Acme Inc.',
    creditorAccount: { scheme: 'bban', id: '12345678' },
    creditorAgent: 'CHASUS33',
  },
};
const standing: Payment = {
  ...base,
  kind: 'periodic-payment',
  transfer: { ...transfer, remittance: 'Rent, flat 12' },
  schedule: {
    startDate: '2026-12-01',
    endDate: '2027-11-30',
    frequency: 'Monthly',
    executionRule: 'following',
    dayOfExecution: '1',
  },
};
const dated = { ...base, requestedExecutionDate: '2026-11-16' };
const bulk: Payment = bulkOrder(dated, transfersOf(12));
const noResults = { 'no-match': 0, 'close-match': 0, 'not-possible': 0, match: 0 } as const;
const checkedPayees: BulkPayees = {
  kind: 'checked',
  counts: { 'no-match': 1, 'close-match': 2, 'not-possible': 0, match: 9 },
  resultsHash: documentHash,
};
const consent: Extract<Order, { readonly kind: 'consent' }> = {
  kind: 'consent',
  id: 'c-1',
  access: {
    accounts: [daily, savings],
    balances: [daily, savings],
    transactions: [daily, savings],
    withOwnerName: false,
  },
  isRecurring: true,
  validUntil: '2027-05-14',
  frequencyPerDay: 4,
};

/** One order of every kind, and those whose page differs. */
export const sampleOrders = {
  payment: single,
  'payment-today': { ...single, requestedExecutionDate: '2026-11-15' },
  'payment-abroad': abroad,
  'payment-yen': { ...single, transfer: { ...transfer, amount: { minor: 800_000n, currency: 'JPY' } } },
  'payment-dinar': { ...single, transfer: { ...transfer, amount: { minor: 1_234_567n, currency: 'BHD' } } },
  bulk,
  'bulk-large': bulkOrder(dated, transfersOf(1_234)),
  'bulk-checked': bulkOrder({ ...dated, payees: checkedPayees }, transfersOf(12)),
  'bulk-matched': bulkOrder(
    { ...dated, payees: { ...checkedPayees, counts: { ...noResults, match: 12 } } },
    transfersOf(12),
  ),
  'bulk-checking': bulkOrder({ ...dated, payees: { kind: 'running' } }, transfersOf(12)),
  'bulk-two-currencies': bulkOrder(dated, [
    transfer,
    { ...transfer, amount: { minor: 99_900n, currency: 'USD' } },
  ]),
  standing,
  'standing-open': {
    ...standing,
    schedule: { startDate: '2026-12-31', frequency: 'Weekly', dayOfExecution: '5' },
  },
  'standing-variable': {
    ...standing,
    schedule: {
      startDate: '2026-12-31',
      frequency: 'MonthlyVariable',
      executionRule: 'preceding',
      dayOfExecution: '31',
      monthsOfExecution: ['1', '7'],
    },
  },
  cancellation: { kind: 'payment-cancellation', id: 'x-1', payment: single },
  'cancellation-bulk': { kind: 'payment-cancellation', id: 'x-2', payment: bulk },
  consent,
  'consent-once': { ...consent, isRecurring: false, frequencyPerDay: 1 },
  'consent-different': {
    ...consent,
    access: { accounts: [daily, savings], balances: [daily], transactions: [], withOwnerName: true },
  },
  'consent-all': {
    ...consent,
    access: { accounts: [], balances: [], transactions: [], all: 'everything', withOwnerName: true },
  },
  funds: { kind: 'funds-confirmation-consent', id: 'f-1', account: daily },
  'funds-card': { kind: 'funds-confirmation-consent', id: 'f-1', account: daily, cardEnding: '4321' },
  basket: { kind: 'signing-basket', id: 'b-1', members: [single, standing, bulk, consent] },
  'basket-checked': {
    kind: 'signing-basket',
    id: 'b-3',
    members: [
      checkedPayment({ outcome: 'match' }),
      checkedPayment({ outcome: 'close-match', holderName: 'Acme Group GmbH' }),
    ],
  },
  'basket-standing': {
    kind: 'signing-basket',
    id: 'b-4',
    members: [
      single,
      abroad,
      { ...standing, schedule: { startDate: '2026-12-01', frequency: 'Daily' } },
      { ...standing, id: 'p-3' },
    ],
  },
  'basket-consents': { kind: 'signing-basket', id: 'b-2', members: [consent] },
} as const satisfies Readonly<Record<string, Order>>;
