import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { purgeOld } from './clean-up.store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const bankId = '01';
const before = Temporal.Instant.from('2027-03-01T10:00:00Z');

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertEvents('usr_', 30_000);
  await database.query('analyze');
  meter = await openBufferMeter(database.appUrl, bankId);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function insertEvents(prefix: string, count: number): Promise<void> {
  await database.query(
    `insert into identity.login_event (bank_id, user_id, occurred_at, login_event_id, result, browser_name)
     select $1, $2 || n, timestamptz '2027-01-01T00:00:00Z' + n * interval '1 minute', gen_random_uuid(), 'success', ''
       from generate_series(1, $3::int) as n`,
    [bankId, prefix, count],
  );
}

test.each(modes)(
  'sign-ins of users are not read to find attempts of unknown users, by a %s',
  async (mode) => {
    const purge = (listMax: number) =>
      meter.costOf(mode, (db) => purgeOld(db, 'unknownUsers', { bankId, before, listMax }));
    const { buffers, rows } = await purge(5_000);
    expect(rows).toBe(0);
    expect(buffers).toBeLessThan(20);
    await insertEvents('~', 100);
    expect((await purge(50)).rows).toBe(50);
    expect((await purge(50)).buffers).toBeLessThan(50 * 10);
    await database.query(`delete from identity.login_event where user_id like '~%'`);
  },
);
