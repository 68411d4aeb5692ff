import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { countHotUpdates } from '#platform/testing/hot-updates.ts';
import { clearAttempt, reserveAttempt } from './attempts.store.ts';
import { lockSends } from './sends.store.ts';

const bankId = '01';
const start = Temporal.Instant.from('2027-03-01T10:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** The seconds of ten attempts on one day. */
const seconds = Array.from({ length: 10 }, (_, second) => second);

test('attempts with a second factor on one day change no index', async () => {
  const scope = { appUrl: database.appUrl, bankId, table: '"authorization".factor_attempts' };
  const counts = await countHotUpdates(
    scope,
    seconds.flatMap((second) => {
      const key = { bankId, subject: 'usr_1', now: start.add({ seconds: second }) };
      return [(db) => reserveAttempt(db, key), (db) => clearAttempt(db, key)] satisfies Parameters<
        typeof countHotUpdates
      >[1];
    }),
  );
  expect(counts).toEqual({ updates: 19, hotUpdates: 19 });
});

test('sends to one recipient on one day change no index', async () => {
  const scope = { appUrl: database.appUrl, bankId, table: '"authorization".recipient_sends' };
  const key = { bankId, recipientIndex: Buffer.from('r') };
  const counts = await countHotUpdates(
    scope,
    seconds.map((second) => (db) => lockSends(db, key, start.add({ seconds: second }))),
  );
  expect(counts).toEqual({ updates: 9, hotUpdates: 9 });
});
