import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { JointHolding } from '../../domain/signing/facts.ts';
import type { Accounts } from '../../ports/accounts.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { saveSigningGroup } from '../../testing/signing-changes.suite.ts';
import {
  activate,
  type Company,
  of,
  ruleFields,
  signerToken,
  workedExample,
} from '../../testing/signing-steps.suite.ts';

const owner = '1000000057';
const other = '1000000058';
let testApp: AuthorizationTestApp;
let company: Company;
const joints = new Map<string, JointHolding>();

const accounts: Accounts = {
  unknownDebtors: () => 'iban-only',
  find: async () => new Map(),
  jointHoldingsOf: async (_bank, customer) => {
    const holding = joints.get(customer);
    return holding === undefined ? [] : [{ owner: customer, ...holding }];
  },
  midRates: async () => [],
};

beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10, ports: { accounts } });
  company = await workedExample(testApp, owner);
  await workedExample(testApp, other);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const levelsApp = app(['levels']);
const employee: TokenRequest = {
  kind: 'employee',
  id: 'e-1',
  banks: ['01'],
  roles: ['authorization.levels'],
  assurance: 'sca',
};
const ask = (query: Readonly<Record<string, string>>, as = levelsApp): Promise<TestResponse> =>
  testApp.get(`/authorization-levels?${new URLSearchParams(query).toString()}`, as);
const own = { identifier: owner, bankId: '01' };

/** Returns each way to authorize as `PAYMENT 1:1 EUR, 2:1 EUR`. */
function waysIn({ body, status }: TestResponse): readonly string[] {
  if (status !== 200 || !Array.isArray(body)) return [String(status)];
  return body.map((one) => {
    const way = at(one, 'Authorizations');
    const levels: unknown = at(way, 'levels');
    const texts = (Array.isArray(levels) ? levels : []).map((level) =>
      `${String(at(level, 'level'))}:${String(at(level, 'authorizationCount'))} ${String(at(level, 'currency'))}`.trim(),
    );
    return `${String(at(way, 'type'))} ${texts.join(', ')}`;
  });
}

describe('levels of the worked example', () => {
  test('are spelled as in the specification', async () => {
    const query = { ...own, amount: '150000', currency: 'EUR', authorizationType: 'PAYMENT' };
    const response = await ask(query, signerToken(company.signer('A2').user));
    const names = (group: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `Signer ${group}${index + 1}` }));
    expect(response.body).toEqual([
      {
        searchCriteria: {
          identifier: owner,
          amount: 150_000,
          ccy: 'EUR',
          bankID: '01',
          authorizationType: 'PAYMENT',
        },
        Authorizations: {
          type: 'PAYMENT',
          EnforceHierarchy: true,
          levels: [
            { level: 1, authorizationCount: 1, currency: 'EUR', account: '', users: names('A', 3) },
            { level: 2, authorizationCount: 1, currency: 'EUR', account: '', users: names('B', 2) },
          ],
        },
      },
    ]);
  });

  test('echo the whole query, and nothing else', async () => {
    const query = {
      ...own,
      amount: '12.50',
      currency: 'EUR',
      accountID: 'DE40100100103307118608',
      transactionType: 'PMT',
      authorizationType: 'PAYMENT',
    };
    const { body } = await ask(query);
    const first: unknown = at(body, '0');
    expect(at(first, 'searchCriteria')).toEqual({
      identifier: owner,
      amount: 12.5,
      ccy: 'EUR',
      accountID: 'DE40100100103307118608',
      bankID: '01',
      transactionType: 'PMT',
      authorizationType: 'PAYMENT',
    });
    expect(at(first, 'Authorizations', 'levels', '0', 'account')).toBe('DE40100100103307118608');
    expect(at((await ask(own)).body, '0', 'searchCriteria')).toEqual({ identifier: owner, bankID: '01' });
  });

  test.each([
    ['0', ['PAYMENT 1:1 EUR']],
    ['9999.99', ['PAYMENT 1:1 EUR']],
    ['10000', ['PAYMENT 1:2 EUR', 'PAYMENT 1:1 EUR, 1:1 EUR']],
    ['99999.99', ['PAYMENT 1:2 EUR', 'PAYMENT 1:1 EUR, 1:1 EUR']],
    ['100000.00', ['PAYMENT 1:1 EUR, 2:1 EUR']],
    // A binary fraction of four bytes would turn it into 16777216.
    ['16777217', ['PAYMENT 1:1 EUR, 2:1 EUR']],
  ])('for an amount of %s are those of its band', async (amount, ways) => {
    const response = await ask({ ...own, amount, currency: 'EUR', authorizationType: 'PAYMENT' });
    expect(waysIn(response)).toEqual(ways);
  });

  test('without an amount are those of the strictest band of each currency', async () => {
    await activate(testApp, other, [
      ruleFields({ 'rule-id': 'usd', owner: other, currency: 'USD', alternatives: [[of('A', 3)]] }),
    ]);
    const ways = waysIn(await ask({ identifier: other, bankId: '01', authorizationType: 'PAYMENT' }));
    expect(ways).toContain('PAYMENT 1:3 USD');
    expect(ways).toContain('PAYMENT 1:1 EUR, 2:1 EUR');
    expect(ways).not.toContain('PAYMENT 1:1 EUR');
    const counts = ways.map((way) =>
      [...way.matchAll(/:(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0),
    );
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
  });
});

describe('a query about levels is refused', () => {
  test.each([
    [{ bankId: '01' }, '400 identifier required'],
    [{ identifier: owner }, '400 bankId required'],
    [{ ...own, bankId: '03' }, '400 bankId enum'],
    [{ ...own, bankId: 'nl' }, '400 bankId enum'],
    [{ ...own, transactionType: 'XXX' }, '400 transactionType enum'],
    [{ ...own, authorizationType: 'LOGIN' }, '400 authorizationType enum'],
    [{ ...own, amount: '-1', currency: 'EUR' }, '400 amount minimum'],
    [{ ...own, amount: '-0.01', currency: 'EUR' }, '400 amount minimum'],
    [{ ...own, amount: '10.001', currency: 'EUR' }, '400 amount format'],
    [{ ...own, amount: '10.5', currency: 'JPY' }, '400 amount format'],
    [{ ...own, amount: '100000000000000' }, '400 amount pattern'],
    [{ ...own, amount: 'NaN', currency: 'EUR' }, '400 amount pattern'],
    [{ ...own, amount: '', currency: 'EUR' }, '400 amount pattern'],
    [{ ...own, currency: 'eur' }, '400 currency pattern'],
    [{ ...own, currency: 'EURO' }, '400 currency pattern'],
    [{ ...own, currency: 'XQQ' }, '400 currency format'],
    [{ ...own, identifier: 'a b' }, '400 identifier pattern'],
  ])('with %o', async (query, error) => {
    expect(errorsOf(await ask(query))).toEqual([error]);
  });

  test('without the scope, and for another bank', async () => {
    expect((await ask(own, app(['sign']))).status).toBe(403);
    expect((await ask({ ...own, bankId: '02' })).status).toBe(403);
    const { user } = company.signer('A1');
    expect((await ask(own, { ...signerToken(user), scope: 'authorization.sign' })).status).toBe(403);
  });

  test('to a customer about another customer, known or not, with the same problem', async () => {
    const as = signerToken(company.signer('A1').user);
    const known = await ask({ identifier: other, bankId: '01' }, as);
    const unknown = await ask({ identifier: 'C-unknown', bankId: '01' }, as);
    expect(refusalOf(known)).toBe('404 not-found');
    expect(refusalOf(unknown)).toBe('404 not-found');
  });
});

describe('about', () => {
  test('an unknown customer has none', async () => {
    expect((await ask({ identifier: 'unknown-1', bankId: '01' })).body).toEqual([]);
    expect((await ask({ identifier: 'unknown-1', bankId: '01' }, employee)).body).toEqual([]);
  });

  test('customers do not see names of the bank, staff sees all', async () => {
    const banker = testApp.users.add({ displayName: 'Banker One', kind: 'agent', customerNumber: undefined });
    const validFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
    const members = [{ userId: banker.userId, validFrom, validUntil: undefined }];
    await saveSigningGroup(testApp.context(), { owner: '*', groupId: 'desk', members });
    const desk = { level: 1, 'entity-level': 'special-group', 'entity-id': 'desk', required: 1 };
    await activate(testApp, owner, [
      ruleFields({
        'rule-id': 'with-desk',
        owner,
        account: 'DE89370400440532013000',
        alternatives: [[of('B', 1), desk]],
      }),
    ]);
    const query = { ...own, accountID: 'DE89370400440532013000', authorizationType: 'PAYMENT' };
    const toCustomer = await ask(query, signerToken(company.signer('A1').user));
    expect(toCustomer.text).toContain('Signer B1');
    expect(toCustomer.text).not.toContain('Banker One');
    expect((await ask(query, employee)).text).toContain('Banker One');
  });

  test('joint holders all sign, or any one', async () => {
    const [first, second] = [testApp.users.add(), testApp.users.add()].map(
      (user) => user.customerNumber ?? '',
    );
    if (first === undefined || second === undefined) throw new Error('two people');
    const holders = [first, second, 'C-third'];
    const query = { identifier: first, bankId: '01', authorizationType: 'PAYMENT' };
    joints.set(first, { holders, signingMode: 'all' });
    expect(waysIn(await ask(query))).toEqual(['PAYMENT 1:3']);
    joints.set(first, { holders, signingMode: 'any' });
    for (const way of waysIn(await ask(query))) expect(way).toBe('PAYMENT 1:1');
  });
});
