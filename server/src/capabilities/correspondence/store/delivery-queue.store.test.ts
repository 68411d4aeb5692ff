import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reader } from '#platform/db/reader.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type Backlog, fillBacklog, fillHistory } from '../testing/delivery-backlog.suite.ts';
import { claimDue, delayFollowers, hasDue, listDueQueues } from './delivery-queue.store.ts';
import { cancelCommunications } from './open-communications.store.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/**
 * The statements of the delivery queue, measured in pages: their cost must depend neither on the planner's statistics,
 * nor on when the plan was made.
 */
const states = [
  'none',
  'analysed before the first message',
  'analysed while the queue was empty',
  'analysed while it was full',
] as const;
const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const waiting = 7_000;
const buffersMax = 5_000;

const bankId = '01';
const unknownId = '00000000-0000-7000-8000-000000000000';
const now = Temporal.Instant.from('2027-03-03T10:00:00Z');
const queue = { bankId, medium: 'email', lane: 'bulk' } as const;
const lease = { now, count: 50, owner: 'worker:test', until: now.add({ minutes: 5 }) };

const asks = (db: Reader): unknown => hasDue(db, queue, now);
const looks = (db: Reader): unknown => listDueQueues(db, { bankId, media: ['email', 'sms', 'push'], now });
const claims = (db: Writer): unknown => claimDue(db, queue, lease);
const cancels = (ids: readonly string[]) => (db: Writer) =>
  cancelCommunications(db, { bankId, ids, now, reason: 'test' });
const defers = (ids: readonly string[]) => (db: Writer) => delayFollowers(db, bankId, ids);

/** Only the tables of the queue: those of other capabilities would take most of the time. */
async function analyse(database: TestDatabase): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'correspondence'`,
  );
  await database.query(`analyze ${tables.map(({ name }) => name).join(', ')}`);
}

describe.each(states)('with these statistics: %s', (state) => {
  describe.each(['distinct', 'one'] as const)('and messages to %s recipient(s)', (recipients) => {
    let database: TestDatabase;
    let meter: BufferMeter;
    let backlog: Backlog;
    beforeAll(async () => {
      database = await createTestDatabase();
      await fillHistory(database, { bankId, count: state.includes('first') ? 0 : 20_000 });
      if (state !== 'none') await analyse(database);
      const [early = ''] = (await fillBacklog(database, { bankId, count: 1, recipients: 'distinct', now }))
        .ids;
      meter = await openBufferMeter(database.appUrl, bankId);
      // As in a worker that ran all night: its plans were made while the queue was empty.
      for (const use of [asks, looks, claims, defers([unknownId]), cancels([early])])
        await meter.costOf('force_generic_plan', use);
      await database.query('delete from correspondence.communication where communication_id = $1', [early]);
      backlog = await fillBacklog(database, { bankId, count: waiting, recipients, now });
      if (state.includes('full')) await analyse(database);
    });
    afterAll(async () => {
      await meter[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });

    test.each(modes)('claiming fifty is cheap, by a %s', async (mode) => {
      const cost = await meter.costOf(mode, claims);
      expect(cost.rows).toBe(recipients === 'one' ? 1 : 50);
      expect(cost.buffers).toBeLessThan(buffersMax);
    });

    test.each(modes)('checking for due messages is cheap, by a %s', async (mode) => {
      expect((await meter.costOf(mode, asks)).buffers).toBeLessThan(buffersMax);
      expect((await meter.costOf(mode, looks)).buffers).toBeLessThan(buffersMax);
    });

    test.each(modes)('finishing one reads no other open message, by a %s', async (mode) => {
      const cost = await meter.costOf(mode, cancels(backlog.ids.slice(100, 101)));
      expect(cost.rows).toBe(1);
      // A plan for `communication` from before its first message reads that table once, until it is analysed.
      expect(cost.buffers).toBeLessThan(state.includes('first') ? 1_000 : 200);
    });

    test.each(modes)('deferring three is cheap, by a %s', async (mode) => {
      await database.query(
        `update correspondence.communication set due_at = $2 where communication_id = any($1)`,
        [backlog.ids.slice(0, 3), now.add({ minutes: 1 }).toString()],
      );
      expect((await meter.costOf(mode, defers(backlog.ids.slice(0, 3)))).buffers).toBeLessThan(buffersMax);
      // The first one is deferred: nothing can be claimed for a single recipient, and finding that out reads few pages.
      expect((await meter.costOf(mode, asks)).buffers).toBeLessThan(buffersMax);
    });
  });
});

test('a first message deferred beyond those behind it is claimed as soon as it is due, and none before it', async () => {
  await using database = await createTestDatabase();
  const { ids } = await fillBacklog(database, { bankId, count: 3, recipients: 'one', now });
  const [first] = ids;
  const dueAt = now.add({ seconds: 1 });
  await database.query(`update correspondence.communication set due_at = $2 where communication_id = $1`, [
    first,
    dueAt.toString(),
  ]);
  const takenAt = async (at: Temporal.Instant): Promise<readonly unknown[]> =>
    database.query(
      `select correspondence.has_due('01', 'email', 2, $1) as has_due,
              array(select (communication).communication_id
                      from correspondence.claim_due('01', 'email', 2, $1, 50, 'worker:test', $2)) as ids`,
      [at.toString(), at.add({ minutes: 5 }).toString()],
    );
  expect(await takenAt(now)).toEqual([{ has_due: false, ids: [] }]);
  expect(await takenAt(dueAt)).toEqual([{ has_due: true, ids: [first] }]);
  // The next one waits until the first is finished.
  expect(await takenAt(dueAt)).toEqual([{ has_due: false, ids: [] }]);
});
