import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { createIdentityVault } from './identity-vault.ts';
import { findUserByName } from './users.store.ts';

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const bankId = '01';

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into identity.user_account
       (bank_id, user_id, username, kind, status, status_since, sealed_profile, row_version, created_at, modified_at)
     select $1, 'usr_' || n, 'name' || n, 'customer', 'active', now(), '\\x00', 1, now(), now()
       from generate_series(1, 10000) as n`,
    [bankId],
  );
  await database.query('analyze identity.user_account');
  meter = await openBufferMeter(database.appUrl, bankId);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test.each(modes)('a user is found by username without reading other users, by a %s', async (mode) => {
  const deps = { bankId, identityVault: createIdentityVault(createLocalKeys([randomBytes(32)])) };
  const cost = await meter.costOf(mode, (db) => findUserByName(db, deps, 'name7'));
  expect(cost.rows).toBe(1);
  expect(cost.buffers).toBeLessThan(20);
});
