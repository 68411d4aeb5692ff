import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CoreEntry, CursorInvalid } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import { createAccountsTestApp, shortly } from '../testing/accounts-test-app.suite.ts';
import {
  attended,
  type ReportTestApp,
  reportTestApp,
  type SharedAccount,
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

test('an account that is unknown under the consent has no transactions, in any operation', async () => {
  const account = await app.share();
  const other = await app.share();
  const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
  for (const path of [
    `${other.path}/transactions?${query}`,
    `${other.path}/transactions/download/x`,
    `${other.path}/transactions/1`,
  ]) {
    const asked = await app.read(path, account.consentId, attended);
    expect([path, shortly(asked)]).toEqual([path, '404 RESOURCE_UNKNOWN']);
  }
});

describe('a download', () => {
  /** Returns the link to a download of 25 entries. */
  async function downloadOf({ accountId, consentId, path }: SharedAccount): Promise<string> {
    await app.receiveMany(accountId, 25);
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    const { body } = await app.read(`${path}/transactions?${query}`, consentId, attended);
    return String(at(body, '_links', 'download', 'href'));
  }

  test('that would be too long is refused', async () => {
    const account = await app.share();
    const download = await downloadOf(account);
    const { items } = await app.core.core.transactionsOf(account.accountId, { status: 'booked', max: 1 });
    app.useCore({
      ...app.core.core,
      transactionsOf: async (_, { max }) => ({
        items: Array.from({ length: max }, (): readonly CoreEntry[] => items).flat(),
        cursor: 'more',
      }),
    });
    expect(shortly(await app.read(download, account.consentId, attended))).toBe('400 PERIOD_INVALID');
  });

  test('begins again if the core has forgotten its place', async () => {
    const account = await app.share();
    const download = await downloadOf(account);
    app.useCore({
      ...app.core.core,
      transactionsOf: () => Promise.reject(new CursorInvalid('restored')),
    });
    expect(shortly(await app.read(download, account.consentId, attended))).toBe('400 FORMAT_ERROR');
  });
});

describe('transactions of a card (listCardTransactions)', () => {
  /** Opens a card with two transactions that is shared under a consent. */
  async function shareCard(maskedPan: string): Promise<Omit<SharedAccount, 'accountId'>> {
    const holder = await app.holder();
    const { accountId } = await app.openAccount({ kind: 'card', maskedPan, owner: holder.customerNumber });
    await app.receiveMany(accountId, 2);
    const access = { accounts: [{ maskedPan }], transactions: [{ maskedPan }] };
    const consentId = await app.consent(holder, access, { frequencyPerDay: 1 });
    const { body } = await app.read('/v1/card-accounts', consentId, attended);
    const path = `/v1/card-accounts/${String(at(body, 'cardAccounts', 0, 'resourceId'))}`;
    return { consentId, path };
  }

  test('are counted', async () => {
    const { consentId, path } = await shareCard('525412******0001');
    const asked = `${path}/transactions?bookingStatus=both&dateFrom=${app.daysAgo(1)}`;
    expect((await app.read(asked, consentId)).headers['consent-accesses-left']).toBe('0');
    expect(shortly(await app.read(asked, consentId))).toBe('429 ACCESS_EXCEEDED');
  });

  test('are refused by the rules for transactions of accounts', async () => {
    const { consentId, path } = await shareCard('525412******0002');
    const booked = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    const first = await app.read(`${path}/transactions?${booked}&itemsPerPage=1`, consentId, attended);
    const next = String(at(first.body, 'cardTransactions', '_links', 'next', 'href'));
    const cursor = next.slice(next.indexOf('cursor=') + 'cursor='.length);
    const refusals = [
      ['bookingStatus=booked', '400 FORMAT_ERROR'],
      ['bookingStatus=booked&cursor=x', '400 FORMAT_ERROR'],
      [`bookingStatus=pending&cursor=${cursor}`, '400 PARAMETER_NOT_CONSISTENT'],
      ['bookingStatus=booked&deltaList=true&pageIndex=1', '400 PARAMETER_NOT_SUPPORTED'],
      [`${booked}&dateTo=${app.daysAgo(2)}`, '400 PERIOD_INVALID'],
    ] as const;
    for (const [query, refusal] of refusals)
      expect([query, shortly(await app.read(`${path}/transactions?${query}`, consentId, attended))]).toEqual([
        query,
        refusal,
      ]);
    const unknown = await app.read(`/v1/card-accounts/x/transactions?${booked}`, consentId, attended);
    expect(shortly(unknown)).toBe('404 RESOURCE_UNKNOWN');
  });
});
