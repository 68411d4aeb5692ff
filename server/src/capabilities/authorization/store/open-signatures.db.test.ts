import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { createAuthorizationVault } from './authorization-vault.ts';
import { lockSignedBy } from './collections.store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const bankId = '01';
const vault = createAuthorizationVault(createLocalKeys([Buffer.alloc(32, 7)]));

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into "authorization".signature_collection (bank_id, owner, resource_kind, resource_id, collection_id, digest,
       decision, sealed_signature_data, seal, state, expires_at, row_version, created_at, modified_at)
     select $1, 'owner', 'payment', n::text, md5(n::text)::uuid, 'd', '{}', '', '', 'open', now(), 1, now(), now()
       from generate_series(1, 20000) as n`,
    [bankId],
  );
  await database.query(
    `insert into "authorization".signature (bank_id, collection_id, digest, user_id, position, counted, proof_kind,
       signed_at, state, seal)
     select bank_id, collection_id, 'd', 'usr_1', 1, '[]', 'sms', now(), 'valid', ''
       from "authorization".signature_collection`,
  );
  await database.query(
    `update "authorization".signature_collection set state = 'used', fulfilled_at = now() where resource_id::int > 5`,
  );
  await database.query('vacuum analyze');
  meter = await openBufferMeter(database.appUrl, bankId);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test.each(modes)('of all that a user ever signed only open collections are read, by a %s', async (mode) => {
  const { buffers, rows } = await meter.costOf(mode, (db) =>
    lockSignedBy(db, vault, { bankId, userId: 'usr_1' }),
  );
  expect(rows).toBe(5);
  expect(buffers).toBeLessThan(100);
});

test('signatures count again when their collection is opened again', async () => {
  const open = () =>
    database.query(`select 1 from "authorization".signature where not is_settled and user_id = 'usr_1'`);
  expect(await open()).toHaveLength(5);
  await database.query(
    `update "authorization".signature_collection set state = 'open' where resource_id = '9'`,
  );
  expect(await open()).toHaveLength(6);
});
