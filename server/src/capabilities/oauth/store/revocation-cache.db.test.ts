import { afterAll, beforeAll, expect, test } from 'vitest';
import { setBank } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { openBufferMeter } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { createTokenRevocationCache, type TokenRevocationCache } from './revocation-cache.read.ts';
import { findOldestTransaction, listRevocationsSince } from './revocations.store.ts';

const bankId = '01';
const clock = fakeClock('2027-03-03T10:00:00Z');

let database: TestDatabase;
let cache: TokenRevocationCache;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.revocation (bank_id, kind, value, revoked_at, expires_at)
     select '01', 'token', 't-' || n, '2027-03-03T09:59:00Z', '2027-03-03T10:15:00Z' from generate_series(1, 20000) as n`,
  );
  cache = createTokenRevocationCache({ database: database.app, clock, banks: [bankId] });
  await cache.refresh();
});
afterAll(() => database[Symbol.asyncDispose]());

function isRevoked(tokenId: string, grantId = 'g-0'): boolean {
  return cache.isRevoked({
    banks: [bankId],
    tokenId,
    grantId,
    clientId: 'c-1',
    subject: 'x',
    issuedAtSeconds: clock.now().epochMilliseconds / 1_000,
    customer: undefined,
    exchanged: undefined,
    employee: undefined,
  });
}

const insert = plainStatement(
  `insert into oauth.revocation (bank_id, kind, value, revoked_at, expires_at)
   values ('01', 'grant', $1, '2027-03-03T10:00:00Z', '2027-03-03T10:15:00Z')`,
);

test('a refresh keeps what was read before and adds what is new', async () => {
  expect([isRevoked('t-1'), isRevoked('t-0', 'g-1')]).toEqual([true, false]);
  await database.app.flush([setBank([bankId]), insert(['g-1'])]);
  await cache.refresh();
  expect([isRevoked('t-1'), isRevoked('t-0', 'g-1'), isRevoked('t-0')]).toEqual([true, true, false]);
});

test('a revocation that commits after later ones were read is found', async () => {
  const slow = await database.app.session();
  await slow.flush([plainStatement('begin')([]), setBank([bankId]), insert(['g-slow'])]);
  await database.app.flush([setBank([bankId]), insert(['g-fast'])]);
  await cache.refresh();
  expect([isRevoked('t-0', 'g-slow'), isRevoked('t-0', 'g-fast')]).toEqual([false, true]);
  await slow.flush([plainStatement('commit')([])]);
  slow.release('clean');
  await cache.refresh();
  expect(isRevoked('t-0', 'g-slow')).toBe(true);
});

test('a revocation that was extended is found again', async () => {
  await database.query(`update oauth.revocation set revoked_at = now() where value = 't-5'`);
  const [row] = await database.query<{ is_noted: boolean }>(
    `select changed_by is not null as is_noted from oauth.revocation where value = 't-5'`,
  );
  expect(row).toEqual({ is_noted: true });
});

test('a row that has no transaction is found within a minute', async () => {
  await database.query(`alter table oauth.revocation disable trigger revocation_changed_by`);
  await database.app.flush([setBank([bankId]), insert(['g-unnoted'])]);
  await database.query(`alter table oauth.revocation enable trigger revocation_changed_by`);
  await cache.refresh();
  expect(isRevoked('t-0', 'g-unnoted')).toBe(false);
  clock.advance({ seconds: 60 });
  await cache.refresh();
  expect(isRevoked('t-0', 'g-unnoted')).toBe(true);
});

test('reading what is new does not read the others', async () => {
  await database.query('vacuum analyze oauth.revocation');
  await using meter = await openBufferMeter(database.appUrl, bankId);
  const since = await findOldestTransaction(database.app.forBank(bankId));
  for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
    const { buffers } = await meter.costOf(mode, (db) => listRevocationsSince(db, bankId, since));
    expect(buffers).toBeLessThan(50);
  }
});
