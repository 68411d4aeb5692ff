import { describe, expect, test } from 'vitest';
import { owner, sha256Hex, testAccountLookup } from '../../testing/signing-rule-steps.suite.ts';
import { creditorsOf, factsOf, transactionTypeOf } from './facts.ts';
import { ordersMax, type PayloadContent, readPayload } from './payload.ts';
import type { PaymentOrder } from './payment-order.ts';
import type { ResourceKind } from './rule.ts';
import { expectedSignatureData, payloadHash } from './signature-data.ts';

const debtor = { iban: 'NL91 ABNA 0417 1643 00', currency: 'EUR' };
const payment = {
  instructedAmount: { currency: 'EUR', amount: '50000.5' },
  debtorAccount: debtor,
  creditorAccount: { iban: 'de89370400440532013000' },
};
const credit = (amount: string, iban: string, currency = 'EUR') => ({
  instructedAmount: { currency, amount },
  creditorAccount: { iban },
});
const bulk = { debtorAccount: debtor, payments: [credit('10', 'NL02'), credit('5', 'NL01')] };

function read(resourceKind: ResourceKind, value: unknown, orders?: readonly PaymentOrder[]) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const result = readPayload(orders === undefined ? { resourceKind, text } : { resourceKind, text, orders });
  return result.kind === 'content' ? result.content : result.error;
}

function contentOf(resourceKind: ResourceKind, value: unknown): PayloadContent {
  const content = read(resourceKind, value);
  return 'orders' in content ? content : { resourceKind, orders: [], accounts: [] };
}

describe('a payload', () => {
  test('of one payment has one order', () => {
    const order = {
      debtorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' },
      creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
      instructedAmount: { currency: 'EUR', minor: 5_000_050n },
    };
    for (const kind of ['payment', 'payment-cancellation'] as const) {
      expect(read(kind, payment)).toStrictEqual({ resourceKind: kind, orders: [order], accounts: [] });
    }
    // Without its days a standing order may pay any number of times.
    const unknown = { ...order, countedAmount: 'unknown' };
    expect(read('periodic-payment', payment)).toMatchObject({ orders: [unknown] });
  });

  test.each([
    [{ startDate: '2026-01-01', endDate: '2026-01-01', frequency: 'Monthly' }, 1n],
    [{ startDate: '2026-01-31', endDate: '2026-12-31', frequency: 'Monthly' }, 12n],
    [{ startDate: '2026-01-01', frequency: 'Daily' }, 365n],
    [{ startDate: '2026-01-01', frequency: 'Weekly' }, 53n],
    [{ startDate: '2026-03-15', frequency: 'Monthly' }, 12n],
    [{ startDate: '2026-03-15', frequency: 'Annual' }, 1n],
    [{ startDate: '2026-01-01', endDate: '2029-12-31', frequency: 'SemiAnnual' }, 8n],
    [{ startDate: '2026-01-01', frequency: 'MonthlyVariable', monthsOfExecution: ['3', '9'] }, 2n],
    [{ startDate: '2026-01-10', frequency: 'Monthly', dayOfExecution: '5' }, 12n],
  ])('of a standing order counts what it pays until its end, or in a year: %j', (schedule, times) => {
    const { orders } = contentOf('periodic-payment', { ...payment, ...schedule });
    expect(orders[0]?.countedAmount).toStrictEqual({ currency: 'EUR', minor: 5_000_050n * times });
  });

  test.each([
    { startDate: '2026-02-30', frequency: 'Monthly' },
    { startDate: '2026-01-01', endDate: 'never', frequency: 'Monthly' },
    { startDate: '2026-01-01', frequency: 'Hourly' },
  ])('of a standing order whose days cannot be read counts any amount: %j', (schedule) => {
    const { orders } = contentOf('periodic-payment', { ...payment, ...schedule });
    expect(orders[0]?.countedAmount).toBe('unknown');
  });

  test.each(['bulk-payment', 'payment-cancellation'] as const)(
    'of several payments has several: %s',
    (kind) => {
      expect(contentOf(kind, bulk).orders.map((order) => order.instructedAmount.minor)).toStrictEqual([
        1_000n,
        500n,
      ]);
    },
  );

  test.each([
    ['payment', { ...payment, InstructedAmount: { amount: '9', currency: 'EUR' } }, ''],
    [
      'payment',
      { ...payment, debtorAccount: { ...debtor, IBAN: 'DE89370400440532013000' } },
      '/debtorAccount',
    ],
    [
      'payment',
      { ...payment, instructedAmount: { ...payment.instructedAmount, Amount: '9' } },
      '/instructedAmount',
    ],
    ['payment', { ...payment, currencyOfTransfer: 'USD' }, ''],
    ['periodic-payment', { ...payment, StartDate: '2026-01-01' }, ''],
    ['bulk-payment', { ...bulk, Payments: [] }, ''],
    [
      'bulk-payment',
      { ...bulk, payments: [{ ...credit('10', 'NL02'), CreditorAccount: debtor }] },
      '/payments/0',
    ],
    ['payment-cancellation', { paymentId: 'p', PaymentId: 'q' }, ''],
    ['consent', { access: { accounts: [debtor], Accounts: [] } }, '/access'],
  ] as const)(
    'of a %s with a member that another reader could understand is refused',
    (kind, value, path) => {
      expect(read(kind, value)).toStrictEqual({ error: 'unknown-member', path });
    },
  );

  test('of a cancellation that only names the payment has none', () => {
    expect(read('payment-cancellation', { paymentId: 'p' })).toStrictEqual({
      resourceKind: 'payment-cancellation',
      orders: [],
      accounts: [],
    });
  });

  test.each([
    'document',
    'party-correction',
    'restriction-lift',
    'employee-approval',
    'signing-rule',
  ] as const)('of the kind %s may be any text', (kind) => {
    expect(read(kind, 'no JSON')).toStrictEqual({ resourceKind: kind, orders: [], accounts: [] });
    expect(read(kind, '<xml/>')).toStrictEqual({ resourceKind: kind, orders: [], accounts: [] });
  });

  test('in XML has the orders of the file reader', () => {
    const { orders } = contentOf('payment', payment);
    expect(read('bulk-payment', '\uFEFF <Document/>', orders)).toStrictEqual({
      resourceKind: 'bulk-payment',
      orders,
      accounts: [],
    });
    const most = Array.from({ length: ordersMax }, () => orders).flat();
    expect(read('bulk-payment', '<Document/>', most)).toHaveProperty('orders.length', ordersMax);
    expect(read('payment', '<Document/>')).toStrictEqual({ error: 'orders-missing', path: '' });
    expect(read('payment', '<Document/>', [])).toStrictEqual({ error: 'orders-missing', path: '' });
    expect(read('consent', '<Document/>', orders)).toStrictEqual({ error: 'not-json', path: '' });
    expect(read('payment', payment, [])).toHaveProperty('orders.length', 1);
  });

  const many = Array.from({ length: ordersMax + 1 }, () => credit('1', 'NL01'));
  test.each<[ResourceKind, unknown, string, string]>([
    ['payment', '{', 'not-json', ''],
    ['payment', '\ud800', 'not-unicode', ''],
    ['payment', '[]', 'not-an-object', ''],
    ['payment', {}, 'not-an-account', '/debtorAccount'],
    ['payment', { ...payment, instructedAmount: '5' }, 'not-an-object', '/instructedAmount'],
    [
      'payment',
      { ...payment, instructedAmount: { currency: 'EUR', amount: 5 } },
      'amount-not-text',
      '/instructedAmount/amount',
    ],
    [
      'payment',
      { ...payment, instructedAmount: { currency: 'EUR', amount: '-5' } },
      'not-an-amount',
      '/instructedAmount',
    ],
    [
      'payment',
      { ...payment, instructedAmount: { currency: 'EUR', amount: '5.001' } },
      'not-an-amount',
      '/instructedAmount',
    ],
    [
      'payment',
      { ...payment, instructedAmount: { currency: 'XXX', amount: '5' } },
      'not-an-amount',
      '/instructedAmount',
    ],
    [
      'payment',
      { ...payment, instructedAmount: { currency: 1, amount: '5' } },
      'not-an-amount',
      '/instructedAmount',
    ],
    ['payment', { ...payment, creditorAccount: 'NL01' }, 'not-an-account', '/creditorAccount'],
    [
      'payment',
      { ...payment, creditorAccount: { iban: 'NL01', bban: '1' } },
      'not-an-account',
      '/creditorAccount',
    ],
    ['payment', { ...payment, creditorAccount: { iban: 7 } }, 'not-an-account', '/creditorAccount'],
    ['payment', { ...payment, creditorAccount: { bban: 'a b' } }, 'not-an-account', '/creditorAccount'],
    ['payment', { ...payment, creditorAccount: { iban: 'NL01\nX' } }, 'not-an-account', '/creditorAccount'],
    ['bulk-payment', { ...bulk, payments: {} }, 'not-a-list', '/payments'],
    ['bulk-payment', { ...bulk, payments: [] }, 'orders-missing', '/payments'],
    ['bulk-payment', { ...bulk, payments: [1] }, 'not-an-object', '/payments/0'],
    ['bulk-payment', { ...bulk, payments: [payment] }, 'debtor-account-twice', '/payments/0'],
    [
      'bulk-payment',
      { ...bulk, payments: [credit('1', 'NL01'), {}] },
      'not-an-object',
      '/payments/1/instructedAmount',
    ],
    ['bulk-payment', { ...bulk, payments: many }, 'too-many-orders', ''],
    [
      'payment-cancellation',
      { instructedAmount: payment.instructedAmount },
      'not-an-account',
      '/debtorAccount',
    ],
    ['consent', { access: [] }, 'not-an-object', '/access'],
    ['consent', { access: { accounts: {} } }, 'not-a-list', '/access/accounts'],
    ['consent', { access: { balances: [{}] } }, 'not-an-account', '/access/balances/0'],
    ['funds-confirmation-consent', { account: {} }, 'not-an-account', '/account'],
  ])('is refused: %s %#', (kind, value, error, path) => {
    expect(read(kind, value)).toStrictEqual({ error, path });
  });

  test('names accounts by any scheme, and only an IBAN has several spellings', () => {
    const id = (creditorAccount: object) =>
      contentOf('payment', { ...payment, creditorAccount }).orders[0]?.creditorAccount;
    expect(id({ bban: 'aB1' })).toStrictEqual({ scheme: 'bban', id: 'aB1' });
    expect(id({ other: { identification: 'x-1' } })).toStrictEqual({ scheme: 'other', id: 'x-1' });
    expect(id({ maskedPan: '123456******1234' })).toStrictEqual({
      scheme: 'maskedPan',
      id: '123456******1234',
    });
  });

  test('of a consent names its accounts once', () => {
    const accounts = (value: object) => contentOf('consent', value).accounts.map(({ id }) => id);
    const access = { accounts: [debtor], balances: [debtor], transactions: [{ bban: '2' }] };
    expect(accounts({ access })).toStrictEqual(['NL91ABNA0417164300', '2']);
    expect(accounts({ access: { allPsd2: 'allAccounts' } })).toStrictEqual([]);
    expect(accounts({})).toStrictEqual([]);
    expect(accounts({ account: debtor })).toStrictEqual(['NL91ABNA0417164300']);
  });

  const member = (id: string) => ({ id, digest: `sha-256:${'0'.repeat(64)}` });
  test.each<[unknown, string | undefined]>([
    [[member('a'), member('b')], undefined],
    [[member('b'), member('a')], 'basket-not-sorted /1'],
    [[member('a'), member('a')], 'basket-not-sorted /1'],
    [[], 'not-basket-members '],
    [{}, 'not-a-list '],
    [['a'], 'not-basket-members /0'],
    [[member('')], 'not-basket-members /0'],
    [[{ id: 'a', digest: 'sha-256:0' }], 'not-basket-members /0'],
    [[{ id: 'a', digest: 7 }], 'not-basket-members /0'],
    [[{ id: 7, digest: member('a').digest }], 'not-basket-members /0'],
    [[{ ...member('a'), more: 1 }], 'not-basket-members /0'],
  ])('of a basket is the sorted list of its members %#', (value, error) => {
    const found = read('signing-basket', value);
    expect('error' in found ? `${found.error} ${found.path}` : undefined).toBe(error);
  });
});

describe('signature-data', () => {
  const data = (kind: ResourceKind, value: unknown) =>
    expectedSignatureData(contentOf(kind, value), JSON.stringify(value), sha256Hex);
  const digestOf = (value: unknown) => `sha-256:${sha256Hex(JSON.stringify(value))}`;

  test('of one payment is currency, amount and creditor account', () => {
    expect(data('payment', payment)).toBe('EUR 50000.50 DE89370400440532013000');
    expect(data('bulk-payment', { ...bulk, payments: [credit('7', 'NL01')] })).toBe('EUR 7.00 NL01');
  });

  test('of several is total, count and a digest of the sorted accounts', () => {
    const accounts = sha256Hex('NL01\nNL02').slice(0, 16);
    expect(data('bulk-payment', bulk)).toBe(`EUR 15.00 2 ${accounts} MAX EUR 10.00`);
    const thrice = { ...bulk, payments: [credit('1', 'NL01'), credit('1', 'NL01'), credit('1', 'NL00')] };
    expect(data('bulk-payment', thrice)).toBe(
      `EUR 3.00 3 ${sha256Hex('NL00\nNL01\nNL01').slice(0, 16)} MAX EUR 1.00`,
    );
  });

  test('of one payee without an IBAN is the number, its scheme and its bank; of a standing order also its days', () => {
    const abroad = { ...payment, creditorAccount: { bban: '12345678' }, creditorAgent: 'CHASUS33XXX' };
    expect(data('payment', abroad)).toBe('EUR 50000.50 12345678 CHASUS33 BBAN');
    const schedule = { startDate: '2026-12-01', frequency: 'Monthly' };
    expect(data('periodic-payment', { ...abroad, ...schedule })).toBe(
      'EUR 50000.50 12345678 CHASUS33 BBAN 2026-12-01 Monthly',
    );
    const hostile = { ...payment, ...schedule, frequency: 'Monthly EUR 1.00' };
    expect(data('periodic-payment', hostile)).toBe('EUR 50000.50 DE89370400440532013000');
  });

  test('of several payees differs by the bank of one', () => {
    const of = (creditorAgent: string) =>
      data('bulk-payment', {
        ...bulk,
        payments: [
          credit('1', 'NL01'),
          { ...credit('1', 'NL02'), creditorAccount: { bban: '12345678' }, creditorAgent },
        ],
      });
    expect(of('CHASUS33')).not.toBe(of('BOFAUS3N'));
    expect(of('CHASUS33')).toBe(of('CHASUS33XXX'));
  });

  test('of anything else is the digest of the payload', () => {
    const mixed = { ...bulk, payments: [credit('1', 'NL01'), credit('1', 'NL01', 'USD')] };
    expect(data('bulk-payment', mixed)).toBe(digestOf(mixed));
    expect(data('payment-cancellation', payment)).toBe(digestOf(payment));
    expect(data('document', 'text')).toBe(digestOf('text'));
  });

  test('a hash is that of the exact bytes', () => {
    expect(payloadHash('abc', sha256Hex)).toBe(
      'sha-256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('facts', () => {
  const bank = { bankId: '01', owner, ownerKind: 'organization' } as const;
  const questions = (kind: ResourceKind, value: unknown, responses = testAccountLookup()) =>
    factsOf(contentOf(kind, value), bank, { lookup: responses }).questions;

  test('of a payment', () => {
    expect(factsOf(contentOf('payment', payment), bank, { lookup: testAccountLookup() })).toStrictEqual({
      ...bank,
      resourceKind: 'payment',
      authorizationType: 'PAYMENT',
      questions: [
        {
          transactionType: 'PMT',
          account: 'NL91ABNA0417164300',
          amounts: [{ minor: 5_000_050n, currency: 'EUR' }],
        },
      ],
    });
  });

  test('of a bulk are the sum and the largest per currency, for each type of transaction in it', () => {
    const mixed = { ...bulk, payments: [...bulk.payments, credit('3', 'NL01', 'USD')] };
    const creditor = ({ id }: { readonly id: string }) => (id === 'NL01' ? 'same-bank' : 'elsewhere');
    const euros = [
      { minor: 1_500n, currency: 'EUR' },
      { minor: 1_000n, currency: 'EUR' },
    ];
    const together = [
      { minor: 1_500n, currency: 'EUR' },
      { minor: 300n, currency: 'USD' },
    ];
    expect(
      questions('bulk-payment', mixed, testAccountLookup({ accountId: () => 'ACC1', creditor })),
    ).toStrictEqual([
      { transactionType: 'PMT', account: 'ACC1', amounts: euros, together },
      { transactionType: 'TPF', account: 'ACC1', amounts: euros, together },
      { transactionType: 'TPF', account: 'ACC1', amounts: [{ minor: 300n, currency: 'USD' }], together },
    ]);
    const later = { ...bulk, payments: bulk.payments.toReversed() };
    expect(questions('bulk-payment', later)[0]?.amounts).toStrictEqual(euros);
  });

  test('of a consent are its accounts, of anything else none', () => {
    const access = { accounts: [debtor, { bban: '2' }] };
    expect(questions('consent', { access })).toStrictEqual([
      { transactionType: 'N/A', account: 'NL91ABNA0417164300', amounts: [] },
      { transactionType: 'N/A', account: '2', amounts: [] },
    ]);
    expect(questions('document', '')).toStrictEqual([{ transactionType: 'N/A', amounts: [] }]);
  });

  test.each([
    ['same-customer', 'USD', 'target-2-payments', 'SLF'],
    ['same-bank', 'USD', 'target-2-payments', 'TPF'],
    ['elsewhere', 'USD', 'sepa-credit-transfers', 'RMT'],
    ['elsewhere', 'EUR', 'target-2-payments', 'RMT'],
    ['elsewhere', 'EUR', 'pain.001-target-2-payments', 'RMT'],
    ['elsewhere', 'EUR', 'cross-border-credit-transfers', 'RMT'],
    ['elsewhere', 'EUR', 'pain.001-cross-border-credit-transfers', 'RMT'],
    ['elsewhere', 'EUR', 'sepa-credit-transfers', 'PMT'],
    ['elsewhere', 'EUR', 'x-pain.001-target-2-payments', 'PMT'],
  ] as const)('a creditor %s in %s by %s is %s', (standing, currency, product, type) => {
    const [order] = contentOf('payment', { ...payment, ...credit('1', 'NL01', currency) }).orders;
    expect(order && transactionTypeOf(order, testAccountLookup({ creditor: () => standing, product }))).toBe(
      type,
    );
  });

  test('a creditor whose number has a bank beside it is elsewhere, whoever has that number here', () => {
    const typeOf = (more: object) => {
      const [order] = contentOf('payment', { ...payment, ...more }).orders;
      const lookup = testAccountLookup({ creditor: () => 'same-customer', product: 'sepa-credit-transfers' });
      return order && transactionTypeOf(order, lookup);
    };
    expect(typeOf({ creditorAccount: { bban: '12345678' } })).toBe('SLF');
    expect(typeOf({ creditorAccount: { bban: '12345678' }, creditorAgent: 'CHASUS33' })).toBe('PMT');
    expect(typeOf({ creditorAgent: 'COBADEFF' })).toBe('SLF');
  });

  test.each([
    ['an IBAN as BBAN', { creditorAccount: { bban: 'DE89370400440532013000' } }, 'not-an-account'],
    ['an IBAN as other', { creditorAccount: { other: 'DE89370400440532013000' } }, 'not-an-account'],
    ['a bank that is none', { creditorAgent: 'Chase' }, 'not-a-bic'],
    ['a bank that is no text', { creditorAgent: 5 }, 'not-a-bic'],
  ])('of %s are refused', (_, more, error) => {
    const found = read('payment', { ...payment, ...more });
    expect('error' in found ? found.error : undefined).toBe(error);
  });

  test('the creditors to look up are named once', () => {
    const twice = { ...bulk, payments: [...bulk.payments, ...bulk.payments] };
    expect(creditorsOf(contentOf('bulk-payment', twice)).map(({ id }) => id)).toStrictEqual(['NL02', 'NL01']);
  });
});
