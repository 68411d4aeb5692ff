import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { autocommitOf } from '#platform/db/reader.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { countHotUpdates } from '#platform/testing/hot-updates.ts';
import { reserveLogin, resetLoginAttempts } from './login-attempts.store.ts';
import { consumeQuota } from './quotas.store.ts';

const bankId = '01';
const start = Temporal.Instant.from('2027-03-01T10:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** The seconds of ten attempts on one day. */
const seconds = Array.from({ length: 10 }, (_, second) => second);

test('failed and successful sign-ins of one day change no index', async () => {
  const key = { bankId, subject: 'usr_1', deviceClass: 'paired' } as const;
  const scope = { appUrl: database.appUrl, bankId, table: 'identity.login_attempts' };
  const counts = await countHotUpdates(
    scope,
    seconds.flatMap((second) => {
      const now = start.add({ seconds: second });
      return [
        (db) => reserveLogin(autocommitOf(db), { ...key, now }),
        (db) => resetLoginAttempts(db, { ...key, now }),
      ] satisfies Parameters<typeof countHotUpdates>[1];
    }),
  );
  expect(counts).toEqual({ updates: 19, hotUpdates: 19 });
});

test('uses of a quota on one day change no index', async () => {
  const limits = [{ count: 100, seconds: 3_600 }] as const;
  const scope = { appUrl: database.appUrl, bankId, table: 'identity.quota' };
  const counts = await countHotUpdates(
    scope,
    seconds.map(
      (second) => (db) =>
        consumeQuota(db, {
          bankId,
          scope: 'recovery',
          key: Buffer.from('k'),
          limits,
          now: start.add({ seconds: second }),
        }),
    ),
  );
  expect(counts).toEqual({ updates: 9, hotUpdates: 9 });
});
