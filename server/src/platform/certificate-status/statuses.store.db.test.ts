import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { takeDueStatuses, updateStatusAnswer } from './statuses.store.ts';

let database: TestDatabase;
let worker: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
});
afterAll(async () => {
  await worker.close();
  await database[Symbol.asyncDispose]();
});

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');

/** Twenty certificates of each of two issuers, all of them due. */
beforeEach(async () => {
  await database.query('delete from platform.certificate_status');
  await database.query(
    `insert into platform.certificate_status (issuer, serial_number, certificate, issuer_certificate, seen_at, due_at)
     select 'CN=' || issuer, number::text, '', '', '${now.toString()}', '2020-01-01'
       from generate_series(1, 2) issuer, generate_series(1, 20) number`,
  );
});

test('certificates of issuers that are asked enough stay due', async () => {
  const taking = { now, leasedUntil: now.add({ hours: 1 }), seenAfter: now.subtract({ hours: 1 }), max: 50 };
  const taken = await takeDueStatuses(worker, { ...taking, otherThan: ['CN=1'] });
  expect(taken.map(({ issuer }) => issuer)).toEqual(Array.from({ length: 20 }, () => 'CN=2'));
  const rest = await takeDueStatuses(worker, { ...taking, otherThan: [] });
  expect(rest.map(({ issuer }) => issuer)).toEqual(Array.from({ length: 20 }, () => 'CN=1'));
});

test('a revoked certificate is not good again by two old answers, the first of which revokes', async () => {
  const name = { issuer: 'CN=1', serialNumber: '1' };
  const answered = (status: 'good' | 'revoked', minutesAgo: number): Promise<boolean> => {
    const thisUpdate = now.subtract({ minutes: minutesAgo });
    const answer = {
      status,
      source: 'ocsp',
      thisUpdate,
      nextUpdate: undefined,
      revokedAt: undefined,
    } as const;
    return updateStatusAnswer(worker, name, answer, { answeredAt: now, dueAt: now });
  };
  expect(await answered('revoked', 0)).toBe(true);
  expect(await answered('good', 60)).toBe(false);
  expect(await answered('revoked', 120)).toBe(true);
  expect(await answered('good', 60)).toBe(false);
  expect(
    await database.query("select issuer from platform.certificate_status where status = 'revoked'"),
  ).toEqual([{ issuer: 'CN=1' }]);
});
