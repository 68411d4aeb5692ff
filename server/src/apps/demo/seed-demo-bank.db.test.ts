import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeDays } from '#adapters/ledger/close-days.ts';
import { ledgerDeps } from '#adapters/ledger/ledger.ts';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import { balancesOf } from '#adapters/ledger/read-accounts.ts';
import { defaultCalendarRules } from '#capabilities/core-banking/index.ts';
import { createPasswordHasher, identityCapability } from '#capabilities/identity/index.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { configFrom, type Settings } from '../commands/program.suite.ts';
import { openResources } from '../program/open-resources.ts';
import { accountIdOf } from './demo-ledger.ts';
import { personas } from './personas.ts';
import { bringUpToDate, type Seeded, seedDemoBank } from './seed-demo-bank.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let ledger: LedgerDeps;
let clock: FakeClock;
let first: Seeded;

const masterKey = randomBytes(32).toString('base64');
const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
});

async function seed(): Promise<Seeded> {
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ports = (await resources.ports([identityCapability])).of(identityCapability);
  const { ring: keys } = await resources.keys();
  const parameters = { memoryKib: 64, iterations: 1, parallelism: 1 };
  const passwordHasher = createPasswordHasher({ keys, parameters });
  const context = { ...resources.contextFor('01'), clock, ...ports, passwordHasher };
  return await seedDemoBank(context, ledger);
}

beforeAll(async () => {
  database = await createTestDatabase();
  clock = fakeClock('2026-11-16T09:00:00Z');
  const rules = defaultCalendarRules('Europe/Berlin');
  ledger = ledgerDeps({ database: database.app, bankId: '01', clock, ids: systemIds(clock), rules });
  first = await seed();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Everything that a second run could change. */
async function state(): Promise<unknown> {
  const tables = ['account', 'balance', 'journal_entry', 'posting', 'hold', 'standing_order', 'closed_day'];
  const rows = await Promise.all(
    tables.map((table) =>
      database.query(
        `select '${table}' as name, count(*) as rows, md5(string_agg(t::text, ' ' order by t::text)) as hash
           from ledger.${table} t`,
      ),
    ),
  );
  const parties = await database.query('select count(*) as rows from party.party');
  const users = await database.query('select count(*) as rows from identity.user_account');
  return [...rows.flat(), ...parties, ...users];
}

const bookedOf = async (key: Parameters<typeof accountIdOf>[0]): Promise<bigint | undefined> =>
  (await balancesOf(ledger, accountIdOf(key)))[0]?.booked.minor;

describe('the demo bank', () => {
  it('has all personas, and two years of entries', () => {
    expect(first.personas).toBe(personas.length);
    expect(first.days).toBe(730);
    expect(first.entries).toBeGreaterThan(15_000);
    expect(first.entries).toBeLessThan(25_000);
  });

  it('is not changed by a second run on the same day', async () => {
    const before = await state();
    expect(await seed()).toEqual({ personas: 0, days: 0, entries: 0 });
    expect(await state()).toEqual(before);
  });

  it('has entries that sum to zero, and balances that are the sum of their entries', async () => {
    expect(
      await database.query(
        'select entry_id from ledger.posting group by entry_id, currency having sum(amount) <> 0',
      ),
    ).toEqual([]);
    expect(
      await database.query(
        `select b.account_id from (
           select account_id, currency, sum(booked) as booked from ledger.balance group by account_id, currency) b
          where b.booked <> (select coalesce(sum(amount), 0) from ledger.posting p
                              where p.account_id = b.account_id and p.currency = b.currency)`,
      ),
    ).toEqual([]);
  });

  it('has no entry beyond the limit of its account', async () => {
    expect(
      await database.query(
        `select p.posting_no from ledger.posting p
           join ledger.balance b on b.account_id = p.account_id and b.currency = p.currency and b.slot = p.slot
          where b.is_limited and p.balance_after < -b.credit_limit`,
      ),
    ).toEqual([]);
  });

  it('has running balances that follow from the entries, and the balance of the last closed day', async () => {
    expect(
      await database.query(
        `select posting_no from (
           select posting_no, balance_after, sum(amount) over (
                    partition by account_id, currency order by booking_date, posting_no) as running
             from ledger.posting where balance_after is not null) p
          where running <> balance_after`,
      ),
    ).toEqual([]);
    const accountId = accountIdOf('salary/current');
    const [sum] = await database.query<{ booked: string }>(
      `select sum(amount)::bigint as booked from ledger.posting
        where account_id = $1 and booking_date <= '2026-11-15'`,
      [accountId],
    );
    expect((await balancesOf(ledger, accountId))[0]?.closing).toEqual({
      amount: { currency: 'EUR', minor: BigInt(sum?.booked ?? 0) },
      day: Temporal.PlainDate.from('2026-11-15'),
    });
  });

  it('has the personas in the state that their sentences promise', async () => {
    expect(await bookedOf('overdrawn/current')).toBeLessThan(0n);
    expect(await bookedOf('low-balance/current')).toBeLessThan(150_00n);
    expect(await bookedOf('closed/old')).toBe(0n);
    const statuses = await database.query(
      `select distinct b.status, a.iban from ledger.balance b join ledger.account a using (bank_id, account_id)
        where b.status <> 'open' order by a.iban`,
    );
    expect(statuses).toHaveLength(4);
  });

  it('pays salaries on the 25th or the next business day', async () => {
    const days = await database.query(
      `select distinct booking_date::text as day from ledger.posting
        where details->>'code' = 'PMNT-RCDT-SALA' and booking_date between '2026-01-01' and '2026-06-30' order by 1`,
    );
    expect(days.map((row) => String(row['day']))).toEqual([
      '2026-01-26',
      '2026-02-25',
      '2026-03-25',
      '2026-04-27',
      '2026-05-25',
      '2026-06-25',
    ]);
  });

  it('books the days that pass, once, and leaves standing orders to the ledger', async () => {
    clock.advance({ hours: 48 });
    const added = await bringUpToDate(ledger);
    expect(added?.days).toBe(2);
    expect(added?.entries).toBeGreaterThan(10);
    const orders = await database.query(
      `select from ledger.posting where details->>'code' = 'PMNT-ICDT-STDO' and booking_date >= '2026-11-16'`,
    );
    expect(orders).toEqual([]);
    expect(await bringUpToDate(ledger)).toEqual({ days: 0, entries: 0 });
  });

  it('books late days on the first open day when the ledger has closed them', async () => {
    clock.advance({ hours: 24 });
    expect(await closeDays(ledger)).toBe(1);
    await bringUpToDate(ledger);
    const late = await database.query(
      `select distinct booking_date::text as booked from ledger.posting where value_date = '2026-11-18'
          and booking_date <> value_date`,
    );
    expect(late).toEqual([{ booked: '2026-11-19' }]);
  });
});
