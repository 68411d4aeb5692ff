import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  type AccountsTestApp,
  allOf,
  createAccountsTestApp,
  shortly,
} from '../testing/accounts-test-app.suite.ts';

let app: AccountsTestApp;
beforeAll(async () => {
  app = await createAccountsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const attended = { 'psu-ip-address': '192.0.2.7' };
const usesOf = async (consentId: string): Promise<unknown> => {
  const [row] = await app.identity.database.query(
    'select coalesce(sum(uses), 0)::int as uses from consents.access_use where consent_id = $1',
    [consentId],
  );
  return row?.['uses'];
};

describe('accesses without the customer', () => {
  test('are as many as the consent says, per day, operation and account', async () => {
    const consentId = await app.consent(await app.holder());
    const lefts: unknown[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { headers } = await app.read('/v1/accounts', consentId);
      lefts.push(headers['consent-accesses-left']);
    }
    expect(lefts).toEqual(['3', '2', '1', '0']);
    const exceeded = await app.read('/v1/accounts', consentId);
    expect(shortly(exceeded)).toBe('429 ACCESS_EXCEEDED');
    // At ten in the morning, until midnight in Berlin.
    expect(Number(exceeded.headers['retry-after'])).toBeGreaterThan(13 * 3_600);
    const list = await app.read('/v1/accounts', consentId, attended);
    const path = `/v1/accounts/${String(at(list.body, 'accounts', 0, 'resourceId'))}`;
    expect((await app.read(path, consentId)).headers['consent-accesses-left']).toBe('3');
    expect((await app.read(`${path}/balances`, consentId)).headers['consent-accesses-left']).toBe('3');
    app.identity.clock.advance({ hours: 14 });
    expect((await app.read('/v1/accounts', consentId)).headers['consent-accesses-left']).toBe('3');
  });

  test('are used up exactly by a hundred at once', async () => {
    const consentId = await app.consent(await app.holder());
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.read('/v1/accounts', consentId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(96);
  });

  test('that fail use nothing up', async () => {
    const consentId = await app.consent(await app.holder());
    app.useCore({
      ...app.core.core,
      accountsOf: () => Promise.reject(new CoreFailure('not-sent', 'away')),
    });
    expect((await app.read('/v1/accounts', consentId)).status).toBe(503);
    app.useCore(app.core.core);
    expect(shortly(await app.read('/v1/accounts/x', consentId))).toBe('404 RESOURCE_UNKNOWN');
    expect(await usesOf(consentId)).toBe(0);
  });
});

test('an address that is none does not say that the customer is there', async () => {
  const consentId = await app.consent(await app.holder());
  for (const address of ['x', '999.999.999.999', 'localhost'])
    expect(shortly(await app.read('/v1/accounts', consentId, { 'psu-ip-address': address }))).toBe(
      '400 FORMAT_ERROR',
    );
  for (const address of ['192.0.2.7', '2001:db8::7'])
    expect(shortly(await app.read('/v1/accounts', consentId, { 'psu-ip-address': address }))).toBe('200');
  expect(await usesOf(consentId)).toBe(0);
});

test('accesses with the customer are not counted', async () => {
  const consentId = await app.consent(await app.holder());
  for (let count = 0; count < 10; count += 1) {
    const { headers, status } = await app.read('/v1/accounts', consentId, attended);
    expect([status, headers['consent-accesses-left']]).toEqual([200, undefined]);
  }
  expect(await usesOf(consentId)).toBe(0);
});

test('a bank may count nothing but what a consent for one access allows', async () => {
  app.choose({ areAccessesCounted: false });
  const holder = await app.holder();
  const consentId = await app.consent(holder);
  for (let count = 0; count < 6; count += 1)
    expect((await app.read('/v1/accounts', consentId)).headers['consent-accesses-left']).toBeUndefined();
  const once = await app.consent(holder, allOf(holder), { recurringIndicator: false });
  expect((await app.read('/v1/accounts', once)).status).toBe(200);
  expect(shortly(await app.read('/v1/accounts', once))).toBe('429 ACCESS_EXCEEDED');
  app.choose({});
});

test('a consent for one access is used once for each operation and account, also by the customer', async () => {
  const holder = await app.holder();
  const consentId = await app.consent(holder, allOf(holder), { recurringIndicator: false });
  const list = await app.read('/v1/accounts', consentId, attended);
  expect(list.headers['consent-accesses-left']).toBe('0');
  const path = `/v1/accounts/${String(at(list.body, 'accounts', 0, 'resourceId'))}`;
  const again = await app.read('/v1/accounts', consentId, attended);
  expect(shortly(again)).toBe('429 ACCESS_EXCEEDED');
  expect((await app.read(path, consentId, attended)).status).toBe(200);
  expect(shortly(await app.read(path, consentId, attended))).toBe('429 ACCESS_EXCEEDED');
  expect((await app.read(`${path}/balances`, consentId, attended)).status).toBe(200);
  expect(shortly(await app.read(`${path}/balances`, consentId, attended))).toBe('429 ACCESS_EXCEEDED');
});

test('cards are counted as accounts are', async () => {
  const holder = await app.holder();
  const maskedPan = '525412******0001';
  await app.core.openAccount({ kind: 'card', maskedPan, owner: holder.customerNumber });
  const access = { accounts: [{ maskedPan }], balances: [{ maskedPan }] };
  const consentId = await app.consent(holder, access, { frequencyPerDay: 1 });
  const list = await app.read('/v1/card-accounts', consentId);
  const path = `/v1/card-accounts/${String(at(list.body, 'cardAccounts', 0, 'resourceId'))}`;
  for (const one of [path, `${path}/balances`]) {
    expect((await app.read(one, consentId)).status).toBe(200);
    expect(shortly(await app.read(one, consentId))).toBe('429 ACCESS_EXCEEDED');
  }
  expect(shortly(await app.read('/v1/card-accounts', consentId))).toBe('429 ACCESS_EXCEEDED');
});
