import { describe, expect, test } from 'vitest';
import { ordersMax, readPayload } from './payload.ts';
import type { ResourceKind } from './rule.ts';

const debtorAccount = { iban: 'NL91ABNA0417164300' };
const amount = { instructedAmount: { currency: 'EUR', amount: '5' } };
const payment = { ...amount, debtorAccount, creditorAccount: { iban: 'DE89370400440532013000' } };
const read = (resourceKind: ResourceKind, value: unknown) =>
  readPayload({ resourceKind, text: JSON.stringify(value) });
const refused = (error: string, path: string) => ({ kind: 'error', error: { error, path } });

test('a payload has at most ten thousand orders', () => {
  expect(ordersMax).toBe(10_000);
});

describe('the day of a payment', () => {
  const onDay = (requestedExecutionDate: unknown) => read('payment', { ...payment, requestedExecutionDate });

  test('is read, and absent where none is named', () => {
    const found = onDay('2026-12-01');
    expect(found.kind === 'content' && found.content.executionDate?.toString()).toBe('2026-12-01');
    const without = read('payment', payment);
    expect(without.kind === 'content' && 'executionDate' in without.content).toBe(false);
  });

  test.each([
    '20261201',
    '2026-12-01T10:00',
    ' 2026-12-01',
    '12026-12-01',
    '+002026-12-01',
    '2026-12-011',
    '2-12-01',
    '2026-1-01',
    '2026-12-1',
    '2026-02-30',
    '2026-13-01',
    '',
  ])('is refused as %j: another system could read another day', (text) => {
    expect(onDay(text)).toStrictEqual(refused('not-a-date', '/requestedExecutionDate'));
  });
});

describe('a payload', () => {
  test.each(['payment', 'bulk-payment', 'periodic-payment', 'payment-cancellation'] as const)(
    'of a %s may be a file, whose orders count',
    (resourceKind) => {
      const single = read('payment', payment);
      const orders = single.kind === 'content' ? single.content.orders : [];
      // A file does not say when a standing order pays.
      const counted = resourceKind === 'periodic-payment' ? { countedAmount: 'unknown' } : {};
      expect(readPayload({ resourceKind, text: '<Document/>', orders })).toStrictEqual({
        kind: 'content',
        content: { resourceKind, orders: orders.map((order) => ({ ...order, ...counted })), accounts: [] },
      });
    },
  );

  test('is no file because one of its texts looks like one', () => {
    const found = read('payment', { ...payment, remittanceInformationUnstructured: 'x <b' });
    expect(found.kind === 'content' && found.content.orders.length).toBe(1);
  });

  test('names the member that is wrong', () => {
    const entry = { ...amount, creditorAccount: {} };
    expect(read('bulk-payment', { debtorAccount, payments: [entry] })).toStrictEqual(
      refused('not-an-account', '/payments/0/creditorAccount'),
    );
    expect(read('bulk-payment', { debtorAccount: {}, payments: [] })).toStrictEqual(
      refused('not-an-account', '/debtorAccount'),
    );
  });

  test('of a consent without accounts names none', () => {
    expect(read('consent', {})).toStrictEqual({
      kind: 'content',
      content: { resourceKind: 'consent', orders: [], accounts: [] },
    });
  });

  test.each([
    ['more before it', `x sha-256:${'0'.repeat(64)}`],
    ['more after it', `sha-256:${'0'.repeat(64)}0`],
  ])('of a basket is refused with a digest that has %s', (_, digest) => {
    expect(read('signing-basket', [{ id: 'a', digest }])).toStrictEqual(refused('not-basket-members', '/0'));
  });
});

const details = [
  'endToEndIdentification',
  'instructionIdentification',
  'debtorName',
  'debtorId',
  'ultimateDebtor',
  'instructedAmount',
  'creditorAccount',
  'creditorAgent',
  'creditorAgentName',
  'creditorName',
  'creditorId',
  'creditorAddress',
  'ultimateCreditor',
  'purposeCode',
  'categoryPurposeCode',
  'chargeBearer',
  'serviceLevel',
  'remittanceInformationUnstructured',
  'remittanceInformationUnstructuredArray',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
];
const whole = [...details, 'requestedExecutionDate', 'requestedExecutionTime', 'debtorAccount'];
const schedule = [
  'startDate',
  'startDateTime',
  'endDate',
  'endDateTime',
  'frequency',
  'executionRule',
  'dayOfExecution',
  'monthsOfExecution',
];
const bulk = [
  'requestedExecutionDate',
  'requestedExecutionTime',
  'batchBookingPreferred',
  'debtorAccount',
  'debtorName',
  'paymentInformationId',
  'categoryPurposeCode',
  'payments',
];

describe('each member of the specification is known', () => {
  /** Whether a payload with nothing but these members is refused for another reason, or not at all. */
  const isKnown = (resourceKind: ResourceKind, value: object): boolean => {
    const found = read(resourceKind, value);
    return found.kind === 'content' || found.error.error !== 'unknown-member';
  };

  test.each([
    ['payment', whole],
    ['periodic-payment', [...whole, ...schedule]],
    ['bulk-payment', bulk],
    ['payment-cancellation', [...whole, ...schedule, ...bulk, 'paymentId']],
    [
      'consent',
      [
        'access',
        'recurringIndicator',
        'validUntil',
        'frequencyPerDay',
        'combinedServiceIndicator',
        'account',
        'cardNumber',
        'cardExpiryDate',
        'cardInformation',
        'registrationInformation',
      ],
    ],
  ] as const)('of a %s', (kind, names) => {
    expect(names.filter((name) => !isKnown(kind, { [name]: 'x' }))).toEqual([]);
    expect(isKnown(kind, { other: 'x' })).toBe(false);
  });

  test('of an entry of a bulk, of accounts, amounts and access', () => {
    const inEntry = (name: string) => isKnown('bulk-payment', { debtorAccount, payments: [{ [name]: 'x' }] });
    expect(details.filter((name) => !inEntry(name))).toEqual([]);
    const inAccount = (name: string) => isKnown('payment', { debtorAccount: { [name]: 'x' } });
    const ofAccounts = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other', 'currency', 'cashAccountType'];
    expect(ofAccounts.filter((name) => !inAccount(name))).toEqual([]);
    const inAmount = (name: string) => isKnown('payment', { ...payment, instructedAmount: { [name]: 'x' } });
    expect(['amount', 'currency'].filter((name) => !inAmount(name))).toEqual([]);
    const inAccess = (name: string) => isKnown('consent', { access: { [name]: [] } });
    const ofAccess = [
      'accounts',
      'balances',
      'transactions',
      'additionalInformation',
      'availableAccounts',
      'availableAccountsWithBalance',
      'allPsd2',
      'restrictedTo',
    ];
    expect(ofAccess.filter((name) => !inAccess(name))).toEqual([]);
    expect([inEntry('x'), inAccount('x'), inAmount('x'), inAccess('x')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
