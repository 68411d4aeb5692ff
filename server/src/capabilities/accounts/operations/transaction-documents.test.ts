import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { omitUndefined } from '#platform/kernel/members.ts';
import { at } from '#platform/testing/json-at.ts';
import { createAccountsTestApp, shortly } from '../testing/accounts-test-app.suite.ts';
import { attended, type ReportTestApp, reportTestApp } from '../testing/report-test-app.suite.ts';

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

describe('documents (downloadTransactions)', () => {
  const accept = (type: string): Readonly<Record<string, string>> => ({ ...attended, accept: type });

  test.each([
    ['application/xml', '<NtryRef>', 'camt.053.001.08'],
    ['text/plain', ':61:', ':62F:C'],
  ])('in %s have all entries', async (type, mark, content) => {
    const account = await app.share();
    await app.receiveMany(account.accountId, 250);
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    const document = await app.list(account, query, accept(type));
    expect(document.headers['content-type']).toContain(type);
    expect(document.text.split(mark)).toHaveLength(251);
    expect(document.text).toContain(content);
    const list = await app.list(account, query);
    const download = String(at(list.body, '_links', 'download', 'href'));
    const downloaded = await app.read(download, account.consentId, accept(type));
    expect(downloaded.text.split(mark)).toHaveLength(251);
    const unoffered = await app.list(
      account,
      `bookingStatus=pending&dateFrom=${app.daysAgo(1)}`,
      accept(type),
    );
    expect(shortly(unoffered)).toBe('406 REQUESTED_FORMATS_INVALID');
    const empty = await app.list(
      account,
      `bookingStatus=booked&dateFrom=${app.daysAgo(3)}&dateTo=${app.daysAgo(2)}`,
      accept(type),
    );
    expect(empty.status).toBe(200);
    expect(empty.text).not.toContain(mark);
  });

  test('are only in formats that the bank offers', async () => {
    const account = await app.share();
    await app.receiveMany(account.accountId, 25);
    app.chooseAccounts({ reportFormats: new Set(['application/json']) });
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    expect(shortly(await app.list(account, query, accept('application/xml')))).toBe(
      '406 REQUESTED_FORMATS_INVALID',
    );
    const list = await app.list(account, query);
    const download = String(at(list.body, '_links', 'download', 'href'));
    expect(shortly(await app.read(download, account.consentId, accept('text/plain')))).toBe(
      '406 REQUESTED_FORMATS_INVALID',
    );
  });

  test('are refused if they would be too long', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 1);
    const entry = (await app.core.core.transactionsOf(account.accountId, { status: 'booked', max: 1 })).items;
    app.useCore({
      ...app.core.core,
      transactionsOf: async (_, { max }) => ({
        items: Array.from({ length: max }, () => entry).flat(),
        cursor: 'more',
      }),
    });
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    expect(shortly(await app.list(account, query, accept('application/xml')))).toBe('400 PERIOD_INVALID');
  });
});

describe('a document', () => {
  const query = (days: number): string => `bookingStatus=booked&dateFrom=${app.daysAgo(days)}`;

  test('has balances, so that it needs the right to them', async () => {
    const account = await app.share({}, (iban) => ({ transactions: [{ iban }] }));
    await app.receiveMany(account.accountId, 25);
    for (const type of ['application/xml', 'text/plain']) {
      const list = await app.list(account, query(1), { ...attended, accept: type });
      expect(shortly(list)).toBe('406 REQUESTED_FORMATS_INVALID');
      const download = String(at((await app.list(account, query(1))).body, '_links', 'download', 'href'));
      const whole = await app.read(download, account.consentId, { ...attended, accept: type });
      expect(shortly(whole)).toBe('406 REQUESTED_FORMATS_INVALID');
    }
  });

  test('has no number of a card', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 1);
    const { items } = await app.core.core.transactionsOf(account.accountId, { status: 'booked', max: 1 });
    const pan = '5254123456784711';
    const counterparty = { name: 'Shop', account: { scheme: 'pan', id: pan } } as const;
    app.useCore({
      ...app.core.core,
      transactionsOf: async () => ({ items: items.map((entry) => ({ ...entry, counterparty })) }),
    });
    for (const type of ['application/json', 'application/xml', 'text/plain']) {
      const { status, text } = await app.list(account, query(1), { ...attended, accept: type });
      expect([status, text.includes('Shop'), text.includes(pan)]).toEqual([200, true, false]);
    }
  });

  test('needs balances from the core', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 1);
    const { core } = app.core;
    app.useCore({
      ...core,
      transactionsOf: async (accountId, asked) => {
        const { items } = await core.transactionsOf(accountId, asked);
        return { items: items.map((entry) => omitUndefined({ ...entry, balanceAfter: undefined })) };
      },
    });
    const accept = { ...attended, accept: 'text/plain' };
    expect(shortly(await app.list(account, query(1), accept))).toBe('406 REQUESTED_FORMATS_INVALID');
    app.identity.clock.advance({ days: 3 });
    expect(shortly(await app.list(account, query(1), accept))).toBe('406 REQUESTED_FORMATS_INVALID');
  });

  test('ends today, and does not begin tomorrow', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 1);
    const accept = { ...attended, accept: 'text/plain' };
    const ending = await app.list(account, `${query(1)}&dateTo=2099-12-31`, accept);
    const day = app.today().toString().replaceAll('-', '').slice(2);
    expect(ending.text).toContain(`:62F:C${day}EUR0,01`);
    expect(shortly(await app.list(account, query(-1), accept))).toBe('400 PERIOD_INVALID');
  });
});

describe('cards (listCardTransactions)', () => {
  test('have their transactions, whose ids stay', async () => {
    const holder = await app.holder();
    const maskedPan = '525412******4711';
    const card = await app.core.openAccount({
      kind: 'card',
      maskedPan,
      owner: holder.customerNumber,
      creditLimit: 100_000n,
    });
    const access = { balances: [{ maskedPan }], transactions: [{ maskedPan }] };
    const consentId = await app.consent(holder, access);
    const list = await app.read('/v1/card-accounts', consentId, attended);
    const path = String(at(list.body, 'cardAccounts', 0, '_links', 'transactions', 'href'));
    const reference = await app.core.reserveCard(card, { minor: 2_000n, currency: 'EUR' });
    const query = `bookingStatus=both&dateFrom=${app.daysAgo(1)}`;
    const before = await app.read(`${path}?${query}`, consentId, attended);
    const id = String(at(before.body, 'cardTransactions', 'pending', 0, 'cardTransactionId'));
    expect(id.length).toBeLessThanOrEqual(35);
    await app.core.bookCard(reference ?? '');
    const after = await app.read(`${path}?${query}`, consentId, attended);
    expect(at(after.body, 'cardTransactions')).toMatchObject({
      booked: [
        {
          cardTransactionId: id,
          maskedPAN: maskedPan,
          transactionAmount: { currency: 'EUR', amount: '-20.00' },
          invoiced: true,
        },
      ],
      pending: [],
    });
    expect(at(after.body, 'balances')).toHaveLength(3);
    await app.core.bookCard((await app.core.reserveCard(card, { minor: 5n, currency: 'EUR' })) ?? '');
    const since = await app.read(
      `${path}?bookingStatus=booked&entryReferenceFrom=${id}`,
      consentId,
      attended,
    );
    expect(at(since.body, 'cardTransactions', 'booked')).toMatchObject([
      { transactionAmount: { amount: '-0.05' } },
    ]);
    expect(shortly(await app.read(`${path}?bookingStatus=information`, consentId, attended))).toBe(
      '400 FORMAT_ERROR',
    );
  });
});
