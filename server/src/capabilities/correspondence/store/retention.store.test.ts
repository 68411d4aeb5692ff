import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { fillHistory } from '../testing/delivery-backlog.suite.ts';
import { deleteCodes } from './retention.store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const bankId = '01';
const now = Temporal.Instant.from('2028-03-03T10:00:00Z');

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await fillHistory(database, { bankId, count: 20_000 });
  await database.query('analyze');
  meter = await openBufferMeter(database.appUrl, bankId);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test.each(modes)('finding old codes does not read other messages, by a %s', async (mode) => {
  const deleteBatch = (count: number) => meter.costOf(mode, (db) => deleteCodes(db, { bankId, now, count }));
  const { buffers, rows } = await deleteBatch(5_000);
  expect(rows).toBe(0);
  expect(buffers).toBeLessThan(20);
  await fillHistory(database, { bankId, count: 100, messageKind: 'one-time-password' });
  expect((await deleteBatch(50)).rows).toBe(50);
  expect((await deleteBatch(50)).buffers).toBeLessThan(50 * 20);
  await database.query(`delete from correspondence.communication where message_kind = 'one-time-password'`);
});
