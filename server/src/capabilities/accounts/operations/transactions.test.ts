import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import { bookingStatuses } from '../domain/report.ts';
import { createAccountsTestApp, shortly, usualReport } from '../testing/accounts-test-app.suite.ts';
import {
  amountsIn,
  attended,
  entriesIn,
  nextIn,
  type ReportTestApp,
  reportTestApp,
} from '../testing/report-test-app.suite.ts';

let app: ReportTestApp;
beforeAll(async () => {
  app = reportTestApp(await createAccountsTestApp());
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseAccounts({});
  app.useCore(app.core.core);
});

describe('transactions (listTransactions)', () => {
  test('are listed newest first, with their ids, sides and links', async () => {
    const account = await app.share();
    const { accountId, path } = account;
    await app.receive(accountId, 10_000);
    await app.receive(accountId, -2_500);
    const { body, status } = await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
    expect(status).toBe(200);
    expect(at(body, 'account')).toMatchObject({ currency: 'EUR' });
    const transactionId = String(at(body, 'transactions', 'booked', 0, 'transactionId'));
    expect(at(body, 'transactions', 'booked', 0)).toMatchObject({
      transactionId,
      entryReference: transactionId,
      bookingDate: app.today().toString(),
      transactionAmount: { currency: 'EUR', amount: '-25.00' },
      bankTransactionCode: 'PMNT-RCDT-ESCT',
      _links: { transactionDetails: { href: `${path}/transactions/${transactionId}` } },
    });
    expect(at(body, 'transactions', '_links')).toEqual({ account: { href: path } });
    expect(at(body, 'transactions')).not.toHaveProperty('pending');
    expect(at(body, '_links')).toBeUndefined();
  });

  test('have balances where the consent covers them', async () => {
    const withAll = await app.share();
    await app.receive(withAll.accountId, 700);
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    expect(at((await app.list(withAll, query)).body, 'balances')).toBeUndefined();
    const shown = await app.list(withAll, `${query}&withBalance=true`);
    expect(at(shown.body, 'balances', 0, 'balanceAmount', 'amount')).toBe('7.00');
    app.chooseAccounts({ areBalancesOptional: false });
    expect(at((await app.list(withAll, query)).body, 'balances')).toHaveLength(2);

    const withoutBalances = await app.share({}, (iban) => ({ transactions: [{ iban }] }));
    await app.receive(withoutBalances.accountId, 700);
    const hidden = await app.list(withoutBalances, `${query}&withBalance=true`);
    expect(at(hidden.body, 'balances')).toBeUndefined();
    expect(at(hidden.body, 'transactions', 'booked', 0)).not.toHaveProperty('balanceAfterTransaction');
  });

  test('that are pending keep their id when they are booked', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 10_000);
    const reference = await app.core.reserveCard(account.accountId, { minor: 1_500n, currency: 'EUR' });
    const query = `bookingStatus=both&dateFrom=${app.daysAgo(1)}`;
    const before = await app.list(account, query);
    expect(amountsIn(before, 'pending')).toEqual(['-15.00']);
    expect(at(entriesIn(before, 'pending')[0], 'entryReference')).toBeUndefined();
    const transactionId = at(entriesIn(before, 'pending')[0], 'transactionId');
    await app.core.bookCard(reference ?? '');
    const after = await app.list(account, query);
    expect(entriesIn(after, 'pending')).toEqual([]);
    expect(at(entriesIn(after)[0], 'transactionId')).toBe(transactionId);
    expect(at(entriesIn(after)[0], 'entryReference')).not.toBe(transactionId);
    const details = await app.read(
      `${account.path}/transactions/${String(transactionId)}`,
      account.consentId,
      attended,
    );
    expect(at(details.body, 'transactionsDetails')).toMatchObject({
      transactionId,
      bookingDate: app.today().toString(),
    });
    // A third party may also continue from the id of the transaction.
    await app.receive(account.accountId, 1);
    const since = await app.list(account, `bookingStatus=booked&entryReferenceFrom=${String(transactionId)}`);
    expect(amountsIn(since)).toEqual(['0.01']);
  });

  test('that are pending are those of today', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 10_000);
    await app.core.reserveCard(account.accountId, { minor: 1_500n, currency: 'EUR' });
    const past = `dateFrom=${app.daysAgo(2)}&dateTo=${app.daysAgo(1)}`;
    expect(entriesIn(await app.list(account, `bookingStatus=pending&${past}`), 'pending')).toEqual([]);
    expect(entriesIn(await app.list(account, `bookingStatus=both&${past}`), 'pending')).toEqual([]);
    const present = `dateFrom=${app.daysAgo(2)}&dateTo=${app.daysAgo(0)}`;
    expect(entriesIn(await app.list(account, `bookingStatus=pending&${present}`), 'pending')).toHaveLength(1);
  });

  test('that are still to come are standing orders', async () => {
    const account = await app.share();
    const firstOn = app.today().add({ days: 3 });
    const lastOn = firstOn.add({ years: 1 });
    await app.core.enterStandingOrder(account.accountId, {
      amount: { minor: 80_000n, currency: 'EUR' },
      frequency: 'monthly',
      firstOn,
      lastOn,
      iban: 'DE02100100109307118603',
    });
    const { body } = await app.list(account, 'bookingStatus=information');
    expect(at(body, 'transactions', 'information')).toEqual([
      {
        transactionAmount: { currency: 'EUR', amount: '-800.00' },
        creditorName: 'Payee',
        creditorAccount: { iban: 'DE02100100109307118603' },
        bankTransactionCode: 'PMNT-ICDT-STDO',
        additionalInformationStructured: {
          standingOrderDetails: {
            startDate: firstOn.toString(),
            endDate: lastOn.toString(),
            frequency: 'Monthly',
            dayOfExecution: String(firstOn.day),
          },
        },
      },
    ]);
    expect(at(body, 'transactions')).not.toHaveProperty('booked');
    const all = await app.list(account, `bookingStatus=all&dateFrom=${app.daysAgo(1)}`);
    expect(entriesIn(all, 'information')).toHaveLength(1);
    expect(entriesIn(all, 'pending')).toEqual([]);
    expect(entriesIn(all)).toEqual([]);
  });

  test('that are still to come in another currency are not shown', async () => {
    const customer = await app.customer();
    const account = await app.openAccount({ owner: customer.customerNumber, currencies: ['EUR', 'USD'] });
    await app.core.enterStandingOrder(account.accountId, {
      amount: { minor: 1n, currency: 'USD' },
      frequency: 'weekly',
      firstOn: app.today().add({ days: 3 }),
      iban: 'DE02100100109307118603',
    });
    const access = { transactions: [{ iban: account.iban, currency: 'EUR' }] };
    const consentId = await app.consent({ ...customer, ...account }, access);
    const list = await app.read('/v1/accounts', consentId, attended);
    const path = String(at(list.body, 'accounts', 0, '_links', 'transactions', 'href'));
    const { body } = await app.read(`${path}?bookingStatus=information`, consentId, attended);
    expect(at(body, 'transactions', 'information')).toEqual([]);
  });

  test('of one currency are not those of another', async () => {
    const customer = await app.customer();
    const account = await app.openAccount({ owner: customer.customerNumber, currencies: ['EUR', 'USD'] });
    await app.core.receive(account.accountId, { minor: 500n, currency: 'EUR' });
    await app.core.receive(account.accountId, { minor: 900n, currency: 'USD' });
    const consentId = await app.consent({ ...customer, ...account });
    const list = await app.read('/v1/accounts', consentId, attended);
    const path = `/v1/accounts/${String(at(list.body, 'accounts', 1, 'resourceId'))}`;
    const inDollars = { accountId: account.accountId, consentId, path };
    const response = await app.list(inDollars, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
    expect(amountsIn(response)).toEqual(['9.00']);
    const euros = {
      ...inDollars,
      path: `/v1/accounts/${String(at(list.body, 'accounts', 0, 'resourceId'))}`,
    };
    const other = await app.list(euros, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
    const id = String(at(entriesIn(other)[0], 'transactionId'));
    expect(shortly(await app.read(`${path}/transactions/${id}`, consentId, attended))).toBe(
      '403 RESOURCE_UNKNOWN',
    );
  });
});

describe('a request', () => {
  test.each([
    ['without a beginning', 'bookingStatus=booked', '400 FORMAT_ERROR'],
    ['without a booking status', 'dateFrom=2026-01-01', '400 FORMAT_ERROR'],
    ['with another spelling', 'bookingStatus=BOOKED&deltaList=true', '400 FORMAT_ERROR'],
    ['with two beginnings', 'bookingStatus=booked&deltaList=true&entryReferenceFrom=1', '400 FORMAT_ERROR'],
    ['with an unknown entry', 'bookingStatus=booked&entryReferenceFrom=999999', '400 FORMAT_ERROR'],
    [
      'for a page by number',
      'bookingStatus=booked&deltaList=true&pageIndex=1',
      '400 PARAMETER_NOT_SUPPORTED',
    ],
    ['with a day that does not exist', 'bookingStatus=booked&dateFrom=2026-02-30', '400 FORMAT_ERROR'],
  ])('%s is refused', async (_, query, refusal) => {
    const account = await app.share();
    expect(shortly(await app.list(account, query))).toBe(refusal);
  });

  test('for a period that ends before it begins is refused', async () => {
    const account = await app.share();
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}&dateTo=${app.daysAgo(2)}`;
    expect(shortly(await app.list(account, query))).toBe('400 PERIOD_INVALID');
  });

  test('for a booking status that the bank does not offer is refused', async () => {
    const account = await app.share();
    app.chooseAccounts({ report: { ...usualReport, bookingStatuses: new Set(['booked']) } });
    for (const bookingStatus of bookingStatuses.filter((one) => one !== 'booked')) {
      const query = `bookingStatus=${bookingStatus}&dateFrom=${app.daysAgo(1)}`;
      expect(shortly(await app.list(account, query))).toBe('400 PARAMETER_NOT_SUPPORTED');
    }
  });

  test('without the right to transactions is refused', async () => {
    const account = await app.share({}, (iban) => ({ accounts: [{ iban }], balances: [{ iban }] }));
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    expect(shortly(await app.list(account, query))).toBe('401 CONSENT_INVALID');
    const path = `${account.path}/transactions/1`;
    expect(shortly(await app.read(path, account.consentId, attended))).toBe('401 CONSENT_INVALID');
  });

  test('that fails uses nothing up', async () => {
    const account = await app.share({ frequencyPerDay: 1 });
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    app.useCore({
      ...app.core.core,
      transactionsOf: () => Promise.reject(new CoreFailure('not-sent', 'away')),
    });
    expect((await app.list(account, query, {})).status).toBe(503);
    app.useCore(app.core.core);
    expect(shortly(await app.list(account, 'bookingStatus=booked', {}))).toBe('400 FORMAT_ERROR');
    expect((await app.list(account, query, {})).status).toBe(200);
    expect(shortly(await app.list(account, query, {}))).toBe('429 ACCESS_EXCEEDED');
  });
});

describe('one transaction (getTransaction)', () => {
  test('is read, and counted by itself', async () => {
    const account = await app.share({ frequencyPerDay: 1 });
    await app.receive(account.accountId, 1);
    await app.receive(account.accountId, 2);
    const list = await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
    const paths = entriesIn(list).map((entry) => String(at(entry, '_links', 'transactionDetails', 'href')));
    for (const path of paths) {
      const { body, headers } = await app.read(path, account.consentId);
      expect(at(body, 'transactionsDetails', 'transactionAmount', 'currency')).toBe('EUR');
      expect(headers['consent-accesses-left']).toBe('0');
      expect(shortly(await app.read(path, account.consentId))).toBe('429 ACCESS_EXCEEDED');
    }
    expect(shortly(await app.read(`${account.path}/transactions/x`, account.consentId))).toBe(
      '403 RESOURCE_UNKNOWN',
    );
  });
});

test('a consent for one list of the accounts ends with the list, also of a customer with a card', async () => {
  const holder = await app.holder();
  await app.core.openAccount({ kind: 'card', maskedPan: '525412******0002', owner: holder.customerNumber });
  const access = { availableAccounts: 'allAccounts' };
  const consentId = await app.consent(holder, access, { recurringIndicator: false });
  expect((await app.read('/v1/accounts', consentId, attended)).status).toBe(200);
  expect(await app.statusOf(`/v1/consents/${consentId}`)).toBe('expired');
});

test('a consent for one access lasts until the last page of its transactions', async () => {
  const account = await app.share({ recurringIndicator: false });
  const { consentId, path } = account;
  await app.receiveMany(account.accountId, 45);
  const status = (): Promise<unknown> => app.statusOf(`/v1/consents/${consentId}`);
  const first = await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
  expect((await app.read(path, consentId)).status).toBe(200);
  expect((await app.read(`${path}/balances`, consentId)).status).toBe(200);
  expect(await status()).toBe('valid');
  const second = await app.read(nextIn(first) ?? '', consentId, attended);
  expect(await status()).toBe('valid');
  expect(entriesIn(await app.read(nextIn(second) ?? '', consentId, attended))).toHaveLength(5);
  expect(await status()).toBe('expired');
});

test('a consent for one access is not used up by a core that is away', async () => {
  const account = await app.share({ recurringIndicator: false });
  let calls = 0;
  app.useCore({
    ...app.core.core,
    accountsOf: (number) => {
      calls += 1;
      return calls === 2
        ? Promise.reject(new CoreFailure('not-sent', 'away'))
        : app.core.core.accountsOf(number);
    },
  });
  expect((await app.read(account.path, account.consentId)).status).toBe(503);
  const again = await app.read(account.path, account.consentId);
  expect(again.status).toBe(200);
  expect(again.headers['consent-accesses-reset']).toBeUndefined();
});

test('a consent for one access ends when everything that it allows was read', async () => {
  const account = await app.share({ recurringIndicator: false });
  const { consentId, path } = account;
  expect((await app.read(path, consentId)).status).toBe(200);
  expect((await app.read(`${path}/balances`, consentId)).status).toBe(200);
  expect(await app.statusOf(`/v1/consents/${consentId}`)).toBe('valid');
  await app.receiveMany(account.accountId, 15);
  expect((await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`)).status).toBe(200);
  expect(await app.statusOf(`/v1/consents/${consentId}`)).toBe('expired');
  expect(shortly(await app.read(path, consentId))).toBe('401 CONSENT_EXPIRED');
});
