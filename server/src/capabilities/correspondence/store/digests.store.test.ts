import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reader } from '#platform/db/reader.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { fillBacklog, fillHistory } from '../testing/delivery-backlog.suite.ts';
import { listDigest, listDueDigests, lockDigest } from './digests.store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const due = 6_000;
const digestKeys = 2_000;

const bankId = '01';
const now = Temporal.Instant.from('2027-03-03T10:00:00Z');
const lists = (db: Reader): unknown => listDueDigests(db, { bankId, now, count: 500, except: [] });
const reads = (db: Reader): unknown => listDigest(db, { bankId, key: 'digest 7', now });
const locks = (db: Writer): unknown => lockDigest(db, { bankId, key: 'digest 7', now });

describe.each(['while the queue had no parts', 'while the queue had many parts'])('analysed %s', (state) => {
  let database: TestDatabase;
  let meter: BufferMeter;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fillHistory(database, { bankId, count: 10_000 });
    await database.query('analyze');
    meter = await openBufferMeter(database.appUrl, bankId);
    for (const use of [lists, reads, locks]) await meter.costOf('force_generic_plan', use);
    await fillBacklog(database, { bankId, count: due, recipients: 'distinct', now, digestKeys });
    if (state.includes('much')) await database.query('analyze');
  });
  afterAll(async () => {
    await meter[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test.each(modes)('the parts of one digest are found without reading the others, by a %s', async (mode) => {
    for (const use of [reads, locks]) {
      const { buffers, rows } = await meter.costOf(mode, use);
      expect(rows).toBe(due / digestKeys);
      expect(buffers).toBeLessThan(60);
    }
  });

  test.each(modes)('due digests are found in their order, by a %s', async (mode) => {
    expect((await meter.costOf(mode, lists)).buffers).toBeLessThan(600);
  });
});
