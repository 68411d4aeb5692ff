import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { housekeeping } from './housekeeping.ts';

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const clock = fakeClock('2027-03-02T00:00:00Z');

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into platform.idempotency_record (bank_id, caller, operation, key, request_hash, response, created_at)
     select '01', 'caller', 'operation', n::text, '\\x00', repeat('x', 100),
            timestamptz '2027-03-01T12:00:00Z' + n * 7919 % 60000 * interval '1 second'
       from generate_series(1, 60000) as n`,
  );
  await database.query('analyze platform.idempotency_record');
  meter = await openBufferMeter(database.workerUrl, '01');
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test.each(modes)('recent idempotency records are not read to find old ones, by a %s', async (mode) => {
  const { buffers } = await meter.costOf(mode, (worker) => housekeeping(worker, clock)[0]?.run());
  expect(buffers).toBeLessThan(20);
});

test('numbers of events are deleted three days after their aggregate, unless the relay is behind', async () => {
  await database.query(
    `insert into platform.event_sequence (bank_id, aggregate_kind, aggregate_id, last_sequence, retired_at)
     values ('01', 'kind', 'old', 1, '2027-02-26T23:59:59Z'), ('01', 'kind', 'recent', 1, '2027-02-27T00:00:01Z'),
            ('01', 'kind', 'live', 1, null)`,
  );
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 1 });
  const deleteSequences = async (): Promise<unknown> => {
    await housekeeping(worker, clock)
      .find(({ name }) => name === 'delete-event-sequences')
      ?.run();
    return database.query('select aggregate_id from platform.event_sequence order by aggregate_id');
  };
  await database.query(
    `insert into platform.outbox_event
       (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
     values ('01', gen_random_uuid(), '2027-02-26T00:00:00Z', 'sent', 1, '/test', 'kind', 'old', 'system', 'test', '{}')`,
  );
  expect(await deleteSequences()).toHaveLength(3);
  await database.query(`update platform.outbox_event set relayed_at = now(), sequence = 1`);
  expect(await deleteSequences()).toEqual([{ aggregate_id: 'live' }, { aggregate_id: 'recent' }]);
});
