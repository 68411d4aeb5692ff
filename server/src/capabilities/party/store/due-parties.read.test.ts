import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { listDueNumbers, listEndedNumbers } from './due-parties.read.ts';

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const bankId = '01';
const day = '2027-03-03';

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into party.party (bank_id, party_number, kind, record_state, registration_profile, customer_status,
       individual_status, sort_name, personal, sensitive, row_version, created_at, modified_at)
     select $1, n::text, 'individual', 'live', 'customer', 'active', 'alive', n::text, '\\x00', '\\x00', 1, now(), now()
       from generate_series(1, 10000) as n`,
    [bankId],
  );
  await database.query('analyze party.party');
  meter = await openBufferMeter(database.appUrl, bankId);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test.each(modes)('parties without due changes are not read, by a %s', async (mode) => {
  const ended = await meter.costOf(mode, (db) =>
    listEndedNumbers(db, { bankId, before: day, limit: 100, except: [] }),
  );
  const due = await meter.costOf(mode, (db) =>
    listDueNumbers(db, { bankId, today: day, limit: 100, except: [] }),
  );
  expect(ended.buffers).toBeLessThan(20);
  expect(due.buffers).toBeLessThan(20);
});
