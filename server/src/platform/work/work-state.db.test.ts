import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase, setBank } from '#platform/db/database.ts';
import { applyMigrations } from '#platform/db/migrate.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { adminUrl, urlFor } from '#platform/testing/database.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { readWorkState } from './work-state.ts';

const insertEvent = plainStatement(
  `insert into platform.outbox_event
     (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
   values ($1, gen_random_uuid(), $2, 'thing-happened', 1, '/x', 'thing', '1', 'system', 'test', '{}')`,
);
const insertEntry = plainStatement(
  `insert into platform.audit_entry
     (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
   values ($1, gen_random_uuid(), $2, 'test', 'thing', '1', '{}')`,
);

/** A database whose owner is an ordinary role: no superuser, bound by row-level security itself. */
async function ordinarilyOwned(): Promise<{
  name: string;
  role: string;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const suffix = randomBytes(5).toString('hex');
  const [name, role] = [`portico_test_${suffix}`, `portico_owner_${suffix}`];
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create role ${role} login createrole`);
  await client.query(`create database ${name} owner ${role}`);
  return {
    name,
    role,
    async [Symbol.asyncDispose]() {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop role ${role}`);
      await client.end();
    },
  };
}

test('late work of every bank is visible although the owner is bound by row-level security', async () => {
  await using owned = await ordinarilyOwned();
  await applyMigrations(urlFor(owned.name, owned.role), await readMigrations());
  await using app = openDatabase({ url: urlFor(owned.name, 'portico_app'), poolSize: 1 });
  const clock = fakeClock('2026-11-15T10:00:00Z');
  for (const bank of ['01', 'nl']) {
    await app.flush([setBank([bank]), insertEvent([bank, clock.now()]), insertEntry([bank, clock.now()])]);
  }
  clock.advance({ seconds: 90 });
  expect(await readWorkState(app, clock)).toEqual({
    unrelayed: 2,
    unrelayedSeconds: 90,
    unpublished: 0,
    unpublishedSeconds: 0,
    deadLetters: 0,
    unsealed: 2,
  });
});

test('a command cannot number its own audit entry or mark its event as relayed', async () => {
  await using owned = await ordinarilyOwned();
  await applyMigrations(urlFor(owned.name, owned.role), await readMigrations());
  await using app = openDatabase({ url: urlFor(owned.name, 'portico_app'), poolSize: 1 });
  const forged = [
    `insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record,
       entry_no, hash) values ('01', gen_random_uuid(), now(), 'x', 'x', 'x', '{}', 9223372036854775807, '\\x00')`,
    `insert into platform.outbox_event (bank_id, event_id, occurred_at, name, version, source, aggregate_kind,
       aggregate_id, actor_kind, actor_id, data, relayed_at)
     values ('01', gen_random_uuid(), now(), 'x', 1, '/x', 'x', 'x', 'x', 'x', '{}', now())`,
  ];
  for (const text of forged) {
    await expect(app.flush([setBank(['01']), plainStatement(text)([])])).rejects.toMatchObject({
      code: '42501',
    });
  }
});
