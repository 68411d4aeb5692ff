import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase, urlFor } from '#platform/testing/database.ts';
import { tapWire } from '#platform/testing/wire-tap.ts';
import { openDatabase } from './database.ts';
import { failureOf } from './failure.ts';
import { waitForDatabase } from './wait-for-database.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase[Symbol.asyncDispose]());

const log = createLogger({ level: 'fatal' });

test('a start waits for a database that is not available yet', async () => {
  const { hostname, port } = new URL(testDatabase.appUrl);
  await using tap = await tapWire({ host: hostname, port: Number(port) });
  await using database = openDatabase({ url: tap.through(testDatabase.appUrl), poolSize: 1 });
  tap.cutNext('before');
  let warnings = 0;
  await waitForDatabase(database, { log: { warn: () => (warnings += 1) } });
  expect(warnings).toBe(1);
});

test('a start gives up after its time limit', async () => {
  await using away = openDatabase({ url: 'postgres://x@127.0.0.1:1/x', poolSize: 1 });
  await expect(waitForDatabase(away, { log, patienceMs: 600 })).rejects.toSatisfy(
    (error: unknown) => failureOf(error).kind === 'lost',
  );
});

test('a role that the server refuses fails at once', async () => {
  await using wrong = openDatabase({ url: urlFor(testDatabase.name, 'not_a_role'), poolSize: 1 });
  await expect(waitForDatabase(wrong, { log })).rejects.toMatchObject({ code: '28000' });
});
