import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type AccountsTestApp,
  allOf,
  createAccountsTestApp,
  pathIn,
  shortly,
} from '../testing/accounts-test-app.suite.ts';

let app: AccountsTestApp;
beforeAll(async () => {
  app = await createAccountsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseAccounts({});
  app.useCore(app.core.core);
});

const attended = { 'psu-ip-address': '192.0.2.7' };
const holderWith = async (cents: bigint) => {
  const holder = await app.holder();
  await app.core.receive(holder.accountId, { minor: cents, currency: 'EUR' });
  return holder;
};
const idIn = ({ body }: TestServerResponse, index = 0): string =>
  String(at(body, 'accounts', index, 'resourceId'));

describe('the list (listAccounts)', () => {
  test('has the accounts of the consent, under ids of their own', async () => {
    const holder = await holderWith(12_345n);
    const consentId = await app.consent(holder);
    await app.openAccount({ owner: holder.customerNumber });
    const response = await app.read('/v1/accounts', consentId, attended);
    const resourceId = idIn(response);
    expect(response.body).toEqual({
      accounts: [
        {
          resourceId,
          iban: holder.iban,
          currency: 'EUR',
          product: expect.any(String),
          name: expect.any(String),
          cashAccountType: 'CACC',
          status: 'enabled',
          _links: {
            balances: { href: `/v1/accounts/${resourceId}/balances` },
            transactions: { href: `/v1/accounts/${resourceId}/transactions` },
          },
        },
      ],
    });
    expect(resourceId).not.toContain(holder.iban);
    expect(idIn(await app.read('/v1/accounts', consentId, attended))).toBe(resourceId);
  });

  test('says of an account that the bank blocked that it is blocked', async () => {
    const holder = await app.holder();
    const consentId = await app.consent(holder);
    await app.core.changeStatus(holder.accountId, 'blocked');
    const { body } = await app.read('/v1/accounts', consentId, attended);
    expect(at(body, 'accounts', 0)).toMatchObject({ iban: holder.iban, status: 'blocked' });
  });

  test('has balances where they are asked for and covered', async () => {
    const holder = await holderWith(12_345n);
    const { iban } = holder;
    const covered = await app.consent(holder);
    const shown = await app.read('/v1/accounts?withBalance=true', covered, attended);
    expect(at(shown.body, 'accounts', 0, 'balances', 0)).toMatchObject({
      balanceType: 'interimBooked',
      balanceAmount: { currency: 'EUR', amount: '123.45' },
    });
    const uncovered = await app.consent(holder, { accounts: [{ iban }] });
    const hidden = await app.read('/v1/accounts?withBalance=true', uncovered, attended);
    expect(at(hidden.body, 'accounts', 0)).not.toHaveProperty('balances');
    expect(at(hidden.body, 'accounts', 0)).not.toHaveProperty('_links');
  });

  test.each([
    ['availableAccounts', undefined],
    ['availableAccountsWithBalance', 'interimBooked'],
  ])('by %s has all accounts and nothing else', async (flag, balanceType) => {
    const holder = await holderWith(100n);
    const consentId = await app.consent(holder, { [flag]: 'allAccounts' });
    await app.openAccount({ owner: holder.customerNumber });
    const response = await app.read('/v1/accounts?withBalance=true', consentId, attended);
    expect(at(response.body, 'accounts')).toHaveLength(2);
    expect(at(response.body, 'accounts', 0, 'balances', 0, 'balanceType')).toBe(balanceType);
    expect(at(response.body, 'accounts', 0)).not.toHaveProperty('_links');
    for (const path of [`/v1/accounts/${idIn(response)}`, `/v1/accounts/${idIn(response)}/balances`])
      expect(shortly(await app.read(path, consentId, attended))).toBe('401 CONSENT_INVALID');
    expect(shortly(await app.read('/v1/card-accounts', consentId, attended))).toBe('401 CONSENT_INVALID');
  });

  test('of a consent to everything has accounts that are opened later, and none that are closed', async () => {
    const holder = await app.holder();
    const consentId = await app.consent(holder, { allPsd2: 'allAccounts' });
    const later = await app.openAccount({ owner: holder.customerNumber });
    await app.core.changeStatus(holder.accountId, 'closed');
    const { body } = await app.read('/v1/accounts', consentId, attended);
    expect(at(body, 'accounts')).toMatchObject([{ iban: later.iban }]);
  });

  test.each([
    ['SUBACCOUNT', ['EUR', 'USD']],
    ['AGGREGATION', ['XXX']],
    ['AGGREGATION_AND_SUBACCOUNT', ['XXX', 'EUR', 'USD']],
  ] as const)('by %s shows an account of two currencies as %j', async (currencyLevel, currencies) => {
    app.chooseAccounts({ currencyLevel });
    const customer = await app.customer();
    const account = await app.openAccount({ owner: customer.customerNumber, currencies: ['EUR', 'USD'] });
    const consentId = await app.consent({ ...customer, ...account });
    const { body } = await app.read('/v1/accounts', consentId, attended);
    const accounts: unknown = at(body, 'accounts');
    expect(Array.isArray(accounts) && accounts.map((one) => at(one, 'currency'))).toEqual(currencies);
    const ids = new Set(currencies.map((_, index) => at(body, 'accounts', index, 'resourceId')));
    expect(ids.size).toBe(currencies.length);
  });
});

test('names of the holders are shown where the consent and the bank allow it', async () => {
  app.choose({ areOwnerNamesDisclosed: true });
  const [holder, other] = [await app.holder(), await app.customer()];
  const { customerNumber } = holder;
  const joint = await app.openAccount({ owner: customerNumber, coHolders: [other.customerNumber] });
  const consentId = await app.consent(holder, { allPsd2: 'allAccountsWithOwnerName' });
  const list = await app.read('/v1/accounts', consentId, attended);
  expect([0, 1].map((index) => at(list.body, 'accounts', index, 'ownerName'))).toEqual([
    `Customer ${customerNumber}`,
    `Customer ${customerNumber}, Customer ${other.customerNumber}`,
  ]);
  const one = await app.read(`/v1/accounts/${idIn(list)}`, consentId, attended);
  expect(at(one.body, 'account', 'ownerName')).toBe(`Customer ${customerNumber}`);
  const ofOne = await app.consent(holder, {
    ...allOf(holder),
    accounts: [{ iban: holder.iban }, { iban: joint.iban }],
    additionalInformation: { ownerName: [{ iban: holder.iban }] },
  });
  const some = await app.read('/v1/accounts', ofOne, attended);
  expect([0, 1].map((index) => at(some.body, 'accounts', index, 'ownerName'))).toEqual([
    `Customer ${customerNumber}`,
    undefined,
  ]);
  const without = await app.consent(holder);
  expect(at((await app.read('/v1/accounts', without, attended)).body, 'accounts', 0)).not.toHaveProperty(
    'ownerName',
  );
});

test('the parts of an account are one question to the core, and each has its own balances', async () => {
  const customer = await app.customer();
  const account = await app.openAccount({ owner: customer.customerNumber, currencies: ['EUR', 'USD'] });
  await app.core.receive(account.accountId, { minor: 700n, currency: 'USD' });
  const consentId = await app.consent({ ...customer, ...account });
  let questions = 0;
  app.useCore({
    ...app.core.core,
    balancesOf: (accountId) => {
      questions += 1;
      return app.core.core.balancesOf(accountId);
    },
  });
  const { body } = await app.read('/v1/accounts?withBalance=true', consentId, attended);
  const booked = [0, 1].map((part) => at(body, 'accounts', part, 'balances', 0, 'balanceAmount'));
  expect(booked).toEqual([
    { currency: 'EUR', amount: '0.00' },
    { currency: 'USD', amount: '7.00' },
  ]);
  expect(questions).toBe(1);
});

describe('one account (getAccount, listBalances)', () => {
  test('is read with its balances', async () => {
    const holder = await holderWith(5_000n);
    const consentId = await app.consent(holder);
    const path = `/v1/accounts/${idIn(await app.read('/v1/accounts', consentId, attended))}`;
    expect((await app.read(path, consentId, attended)).body).toMatchObject({
      account: { iban: holder.iban },
    });
    expect((await app.read(`${path}/balances`, consentId, attended)).body).toMatchObject({
      account: { iban: holder.iban, currency: 'EUR' },
      balances: [
        { balanceType: 'interimBooked', balanceAmount: { currency: 'EUR', amount: '50.00' } },
        { balanceType: 'interimAvailable', creditLimitIncluded: false },
      ],
    });
  });

  test('has the balance at the end of the last day', async () => {
    const holder = await holderWith(5_000n);
    const [balance] = await app.core.core.balancesOf(holder.accountId);
    const closing = {
      amount: { minor: 4_000n, currency: 'EUR' } as const,
      day: Temporal.PlainDate.from('2026-11-16'),
    };
    app.useCore({ ...app.core.core, balancesOf: async () => (balance ? [{ ...balance, closing }] : []) });
    const consentId = await app.consent(holder);
    const path = `/v1/accounts/${idIn(await app.read('/v1/accounts', consentId, attended))}/balances`;
    expect(at((await app.read(path, consentId, attended)).body, 'balances', 2)).toEqual({
      balanceType: 'closingBooked',
      balanceAmount: { currency: 'EUR', amount: '40.00' },
      referenceDate: '2026-11-16',
    });
  });

  test('has no balances without the right to them', async () => {
    const holder = await app.holder();
    const { iban } = holder;
    const other = await app.openAccount({ owner: holder.customerNumber });
    const access = { accounts: [{ iban }], balances: [{ iban: other.iban }] };
    const consentId = await app.consent(holder, access);
    const list = await app.read('/v1/accounts', consentId, attended);
    const accounts: unknown = at(list.body, 'accounts');
    const mine = Array.isArray(accounts) ? accounts.findIndex((one) => at(one, 'iban') === iban) : -1;
    const path = `/v1/accounts/${idIn(list, mine)}`;
    expect(shortly(await app.read(`${path}/balances`, consentId, attended))).toBe('401 CONSENT_INVALID');
    expect((await app.read(path, consentId, attended)).status).toBe(200);
  });

  test('of one consent is unknown under another one', async () => {
    const holder = await app.holder();
    const once = { recurringIndicator: false };
    const [one, other] = [await app.consent(holder), await app.consent(holder, allOf(holder), once)];
    const id = idIn(await app.read('/v1/accounts', one, attended));
    expect(shortly(await app.read(`/v1/accounts/${id}`, other, attended))).toBe('404 RESOURCE_UNKNOWN');
    expect(shortly(await app.read(`/v1/accounts/${id}/balances`, other, attended))).toBe(
      '404 RESOURCE_UNKNOWN',
    );
    expect((await app.read(`/v1/accounts/${id}`, one, attended)).status).toBe(200);
  });
});

describe('cards (listCardAccounts, getCardAccount, listCardBalances)', () => {
  test('are read apart from accounts, with masked numbers', async () => {
    const customer = await app.customer();
    const maskedPan = '525412******3241';
    const holder = { ...customer, ...(await app.openAccount({ owner: customer.customerNumber })) };
    await app.core.openAccount({
      kind: 'card',
      maskedPan,
      owner: customer.customerNumber,
      creditLimit: 50_000n,
    });
    const consentId = await app.consent(holder, { accounts: [{ maskedPan }], balances: [{ maskedPan }] });
    expect(shortly(await app.read('/v1/accounts', consentId, attended))).toBe('401 CONSENT_INVALID');
    const { body } = await app.read('/v1/card-accounts', consentId, attended);
    expect(at(body, 'cardAccounts')).toMatchObject([
      {
        maskedPan,
        currency: 'EUR',
        creditLimit: { amount: '500.00' },
        balances: [{}, {}, { balanceType: 'nonBilled' }],
      },
    ]);
    const path = `/v1/card-accounts/${String(at(body, 'cardAccounts', 0, 'resourceId'))}`;
    expect((await app.read(path, consentId, attended)).body).toMatchObject({ cardAccount: { maskedPan } });
    expect((await app.read(`${path}/balances`, consentId, attended)).body).toMatchObject({
      cardAccount: { maskedPan },
      balances: [
        { balanceType: 'interimBooked' },
        { balanceType: 'interimAvailable' },
        { balanceType: 'nonBilled', balanceAmount: { currency: 'EUR', amount: '0.00' } },
      ],
    });
    expect(shortly(await app.read('/v1/card-accounts/x', consentId, attended))).toBe('404 RESOURCE_UNKNOWN');
    expect(shortly(await app.read('/v1/card-accounts/x/balances', consentId, attended))).toBe(
      '404 RESOURCE_UNKNOWN',
    );
  });
});

const paths = [
  '/v1/accounts',
  '/v1/accounts/x',
  '/v1/accounts/x/balances',
  '/v1/card-accounts',
  '/v1/card-accounts/x',
  '/v1/card-accounts/x/balances',
  '/v1/accounts/x/transactions?bookingStatus=information',
  '/v1/accounts/x/transactions/1',
  '/v1/accounts/x/transactions/download/x',
  '/v1/card-accounts/x/transactions?bookingStatus=booked&deltaList=true',
];

describe.each(paths)('GET %s is refused', (path) => {
  test('without a consent, and under one that is unknown or of another third party', async () => {
    const holder = await app.holder();
    const consentId = await app.consent(holder, { allPsd2: 'allAccounts' });
    expect(shortly(await app.send({ method: 'GET', path }))).toBe('400 FORMAT_ERROR');
    const foreign = await app.send({ method: 'GET', path, as: '_B', headers: { 'consent-id': consentId } });
    const unknown = await app.read(path, '01a1dcbf-fdb1-7d5d-b669-60821bd6845c');
    expect([shortly(foreign), shortly(unknown)]).toEqual(['400 CONSENT_UNKNOWN', '400 CONSENT_UNKNOWN']);
  });

  test('before the approval, after the end, and after a loss of the mandate', async () => {
    const [holder, other] = [await app.holder(), await app.holder()];
    const open = pathIn(await app.ask({ allPsd2: 'allAccounts' }));
    expect(shortly(await app.read(path, open.slice(open.lastIndexOf('/') + 1)))).toBe('401 CONSENT_INVALID');
    const ended = await app.consent(holder, { allPsd2: 'allAccounts' });
    await app.send({ method: 'DELETE', path: `/v1/consents/${ended}` });
    expect(shortly(await app.read(path, ended))).toBe('401 CONSENT_EXPIRED');
    await app.grantMandate(other.customerNumber, holder.customerNumber);
    const byMandate = await app.consent(other, allOf(other));
    await app.identity.database.query('update consents.consent set proxy = $2 where consent_id = $1', [
      byMandate,
      '9999999999',
    ]);
    expect(shortly(await app.read(path, byMandate))).toBe('401 CONSENT_INVALID');
  });

  test('while the core is away', async () => {
    const holder = await app.holder();
    const consentId = await app.consent(holder, { allPsd2: 'allAccounts' });
    const away = () => Promise.reject(new CoreFailure('not-sent', 'away'));
    app.useCore({ ...app.core.core, accountsOf: away, cardAccountsOf: away });
    expect((await app.read(path, consentId)).status).toBe(503);
  });
});
