import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { createAccountsTestApp, shortly } from '../testing/accounts-test-app.suite.ts';
import {
  amountOf,
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

describe('pages', () => {
  test('have every entry once, while 10,000 others are booked', async () => {
    const account = await app.share();
    await app.receiveMany(account.accountId, 1_000);
    const found = await app.everyPage(
      account,
      `bookingStatus=booked&dateFrom=${app.daysAgo(1)}&itemsPerPage=100`,
      async () => {
        for (let count = 0; count < 1_112; count += 1) await app.receive(account.accountId, 1_000_000);
      },
    );
    expect(found).toEqual(Array.from({ length: 1_000 }, (_, index) => amountOf(1_000 - index)));
  });

  test('after the first one are not counted, and a download neither', async () => {
    const account = await app.share({ frequencyPerDay: 1 });
    await app.receiveMany(account.accountId, 45);
    const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`;
    const first = await app.list(account, query, {});
    expect(first.headers['consent-accesses-left']).toBe('0');
    expect(entriesIn(first)).toHaveLength(20);
    const next = nextIn(first) ?? '';
    for (const repeat of [1, 2]) {
      const second = await app.read(next, account.consentId);
      expect([repeat, second.status, second.headers['consent-accesses-left']]).toEqual([
        repeat,
        200,
        undefined,
      ]);
    }
    const download = String(at(first.body, '_links', 'download', 'href'));
    expect(entriesIn(await app.read(download, account.consentId))).toHaveLength(45);
    expect(shortly(await app.list(account, query, {}))).toBe('429 ACCESS_EXCEEDED');
  });

  test('are only reached by our own links, within an hour, under their consent and account', async () => {
    const account = await app.share();
    const other = await app.share();
    for (const { accountId } of [account, other]) await app.receiveMany(accountId, 25);
    const first = await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
    const next = nextIn(first) ?? '';
    const download = String(at(first.body, '_links', 'download', 'href'));
    const cursor = next.slice(next.indexOf('cursor=') + 'cursor='.length);
    const refusalOf = async (path: string, consentId = account.consentId): Promise<string> =>
      shortly(await app.read(path, consentId, attended));
    expect(await refusalOf(`${next}x`)).toBe('400 FORMAT_ERROR');
    expect(await refusalOf(`${account.path}/transactions?bookingStatus=booked&cursor=x`)).toBe(
      '400 FORMAT_ERROR',
    );
    expect(
      await refusalOf(`${other.path}/transactions?bookingStatus=booked&cursor=${cursor}`, other.consentId),
    ).toBe('400 FORMAT_ERROR');
    expect(await refusalOf(`${account.path}/transactions/download/${cursor}`)).toBe('403 RESOURCE_UNKNOWN');
    expect(await refusalOf(`${account.path}/transactions/download/x`)).toBe('403 RESOURCE_UNKNOWN');
    expect(await refusalOf(`${account.path}/transactions?bookingStatus=pending&cursor=${cursor}`)).toBe(
      '400 PARAMETER_NOT_CONSISTENT',
    );
    expect(await refusalOf(`${next}&dateFrom=${app.daysAgo(2)}`)).toBe('400 PARAMETER_NOT_CONSISTENT');
    app.identity.clock.advance({ minutes: 59 });
    expect(await refusalOf(next)).toBe('200');
    app.identity.clock.advance({ minutes: 1 });
    expect(await refusalOf(next)).toBe('400 FORMAT_ERROR');
    expect(await refusalOf(download)).toBe('403 RESOURCE_UNKNOWN');
  });
});

describe('a link', () => {
  test('to a download shows nothing that is newer than its list', async () => {
    const account = await app.share({ frequencyPerDay: 1 });
    await app.receiveMany(account.accountId, 3);
    const first = await app.list(account, `bookingStatus=both&dateFrom=${app.daysAgo(1)}&itemsPerPage=1`, {});
    const download = String(at(first.body, '_links', 'download', 'href'));
    await app.receive(account.accountId, 900);
    await app.core.reserveCard(account.accountId, { minor: 5n, currency: 'EUR' });
    const { body } = await app.read(download, account.consentId);
    expect(at(body, 'transactions')).not.toHaveProperty('pending');
    expect(amountsIn(await app.read(download, account.consentId))).toEqual(['0.03', '0.02', '0.01']);
  });

  test('to a page is for JSON alone', async () => {
    const account = await app.share();
    await app.receiveMany(account.accountId, 25);
    const first = await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
    for (const accept of ['application/xml', 'text/plain, */*;q=0.1'])
      expect(shortly(await app.read(nextIn(first) ?? '', account.consentId, { ...attended, accept }))).toBe(
        '406 REQUESTED_FORMATS_INVALID',
      );
  });

  test('keeps pending entries over midnight', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 10_000);
    for (const minor of [1n, 2n, 3n, 4n])
      await app.core.reserveCard(account.accountId, { minor, currency: 'EUR' });
    app.identity.clock.set(`${app.today().toString()}T22:45:00Z`);
    const first = await app.list(
      account,
      `bookingStatus=both&dateFrom=${app.daysAgo(1)}&dateTo=${app.daysAgo(0)}&itemsPerPage=2`,
    );
    app.identity.clock.advance({ minutes: 30 });
    const second = await app.read(nextIn(first) ?? '', account.consentId, attended);
    expect([...amountsIn(first, 'pending'), ...amountsIn(second, 'pending')]).toHaveLength(4);
  });

  test('to old entries is over with the hour after the approval, and needs the customer', async () => {
    const account = await app.share();
    await app.receiveMany(account.accountId, 45);
    app.identity.clock.advance({ minutes: 30 });
    const first = await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(400)}`);
    const next = nextIn(first) ?? '';
    const download = String(at(first.body, '_links', 'download', 'href'));
    for (const path of [next, download]) {
      expect(shortly(await app.read(path, account.consentId, attended))).toBe('200');
      expect(shortly(await app.read(path, account.consentId))).toBe('400 PERIOD_INVALID');
    }
    app.identity.clock.advance({ minutes: 30 });
    for (const path of [next, download])
      expect(shortly(await app.read(path, account.consentId, attended))).toBe('400 PERIOD_INVALID');
  });

  test('is a read that the customer sees', async () => {
    const account = await app.share();
    await app.receiveMany(account.accountId, 25);
    app.identity.clock.set(`${app.today().toString()}T22:45:00Z`);
    const first = await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(1)}`);
    app.identity.clock.advance({ minutes: 30 });
    await app.read(nextIn(first) ?? '', account.consentId);
    await app.saveAccessDays();
    const days = await app.identity.database.query(
      'select is_attended, is_unattended from consents.access_day where consent_id = $1 order by accessed_on',
      [account.consentId],
    );
    expect(days).toEqual([
      { is_attended: true, is_unattended: false },
      { is_attended: false, is_unattended: true },
    ]);
  });
});

describe('what is new', () => {
  test('since an entry or the last report equals a naive list, over random histories', async () => {
    const account = await app.share();
    // Newest first, over all histories.
    let booked: readonly string[] = [];
    let seen = 0;
    const pairs: { readonly found: readonly unknown[]; readonly expected: readonly string[] }[] = [];
    const compare = (found: readonly unknown[], expected: readonly string[]): void =>
      void pairs.push({ found, expected });
    const delta = 'bookingStatus=booked&deltaList=true&itemsPerPage=3';
    const steps = {
      async book(number: number) {
        for (let count = number % 7; count >= 0; count -= 1) {
          const minor = booked.length + 1;
          await app.receive(account.accountId, minor);
          booked = [amountOf(minor), ...booked];
        }
      },
      async readDelta() {
        compare(await app.everyPage(account, delta), booked.slice(0, booked.length - seen));
        seen = booked.length;
      },
      /** A report that is not read to its end does not count as read. */
      async readFirstPage() {
        const expected = booked.slice(0, booked.length - seen);
        compare(amountsIn(await app.list(account, delta)), expected.slice(0, 3));
        if (expected.length <= 3) seen = booked.length;
      },
      async readFromEntry(number: number) {
        if (booked.length === 0) return;
        const place = number % Math.min(booked.length, 100);
        const query = `bookingStatus=booked&dateFrom=${app.daysAgo(1)}&itemsPerPage=100`;
        const reference = String(at(entriesIn(await app.list(account, query))[place], 'entryReference'));
        const since = `bookingStatus=booked&entryReferenceFrom=${reference}&itemsPerPage=4`;
        compare(await app.everyPage(account, since), booked.slice(0, place));
        seen = booked.length;
      },
    };
    const names = ['book', 'readDelta', 'readFirstPage', 'readFromEntry'] as const;
    const step = fc.tuple(fc.constantFrom(...names), fc.nat(100));
    const histories = fc.sample(fc.array(step, { maxLength: 12 }), { seed: seedOfRun(), numRuns: 40 });
    for (const [name, number] of histories.flat()) await steps[name](number);
    expect(pairs.length).toBeGreaterThan(20);
    expect(pairs.map(({ found }) => found)).toEqual(pairs.map(({ expected }) => expected));
  });

  test('of a report that ends in the past is not remembered', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 1);
    await app.list(account, `bookingStatus=booked&dateFrom=${app.daysAgo(5)}&dateTo=${app.daysAgo(1)}`);
    expect(amountsIn(await app.list(account, 'bookingStatus=booked&deltaList=true'))).toEqual(['0.01']);
    expect(amountsIn(await app.list(account, 'bookingStatus=booked&deltaList=true'))).toEqual([]);
  });

  test('is found on an account on which nothing is booked for long', async () => {
    const account = await app.share({ validUntil: app.today().add({ days: 175 }).toString() });
    await app.receive(account.accountId, 1);
    const delta = 'bookingStatus=booked&deltaList=true';
    expect(amountsIn(await app.list(account, delta))).toEqual(['0.01']);
    for (let month = 0; month < 4; month += 1) {
      app.identity.clock.advance({ days: 40 });
      expect(amountsIn(await app.list(account, delta))).toEqual([]);
    }
    await app.receive(account.accountId, 2);
    expect(amountsIn(await app.list(account, delta))).toEqual(['0.02']);
  });

  test('is found by its day when the core has forgotten the last entry', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 1);
    const delta = 'bookingStatus=booked&deltaList=true';
    await app.list(account, delta);
    app.useCore({ ...app.core.core, transaction: async () => undefined });
    expect(amountsIn(await app.list(account, delta))).toEqual(['0.01']);
  });

  test('is lost with the consent, not before', async () => {
    const account = await app.share();
    await app.receive(account.accountId, 1);
    await app.list(account, 'bookingStatus=booked&deltaList=true');
    const marks = async (): Promise<unknown> =>
      app.identity.database.query('select 1 from consents.report_mark where consent_id = $1', [
        account.consentId,
      ]);
    expect(await marks()).toHaveLength(1);
    await app.identity.database.query('delete from consents.consent where consent_id = $1', [
      account.consentId,
    ]);
    expect(await marks()).toHaveLength(0);
  });
});

describe('history', () => {
  test('of more than ninety days needs the customer, right after the approval', async () => {
    const account = await app.share();
    const query = (days: number): string => `bookingStatus=booked&dateFrom=${app.daysAgo(days)}`;
    expect(shortly(await app.list(account, query(4_000)))).toBe('200');
    expect(shortly(await app.list(account, query(91), {}))).toBe('400 PERIOD_INVALID');
    expect(shortly(await app.list(account, query(90), {}))).toBe('200');
    app.identity.clock.advance({ hours: 1 });
    expect(shortly(await app.list(account, query(91)))).toBe('400 PERIOD_INVALID');
    expect(shortly(await app.list(account, query(90)))).toBe('200');
  });

  test('before a known entry of ninety-one days ago is refused, not left out', async () => {
    const account = await app.share({ validUntil: app.today().add({ days: 175 }).toString() });
    await app.receive(account.accountId, 1);
    const first = await app.list(account, 'bookingStatus=booked&deltaList=true');
    const id = String(at(entriesIn(first)[0], 'entryReference'));
    app.identity.clock.advance({ days: 90 });
    const since = `bookingStatus=booked&entryReferenceFrom=${id}`;
    const delta = 'bookingStatus=booked&deltaList=true';
    const pending = `bookingStatus=pending&entryReferenceFrom=${id}`;
    expect(shortly(await app.list(account, pending))).toBe('200');
    app.identity.clock.advance({ days: 1 });
    for (const query of [since, delta])
      expect(shortly(await app.list(account, query))).toBe('400 PERIOD_INVALID');
    const path = `${account.path}/transactions/${id}`;
    expect(shortly(await app.read(path, account.consentId, attended))).toBe('400 PERIOD_INVALID');
  });
});
