import { afterAll, beforeAll, expect, test } from 'vitest';
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
