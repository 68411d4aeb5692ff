import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMigrations } from '#platform/db/migrate.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { adminUrl, urlFor } from '#platform/testing/database.ts';

const migrationName = '0019_plain_names.sql';
const name = `portico_test_${randomBytes(6).toString('hex')}`;
const url = urlFor(name, 'postgres');

async function query<Row extends pg.QueryResultRow>(text: string, server = url): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function migrateUpTo(isIncluded: (migration: string) => boolean): Promise<number> {
  return applyMigrations(
    url,
    (await readMigrations()).filter((migration) => isIncluded(migration.name)),
  );
}

const recovery = `'{"subject":"usr_1","wish":"username"}'`;

beforeAll(async () => {
  await query(`create database ${name}`, adminUrl);
  await migrateUpTo((migration) => migration < migrationName);
  await query(`
    insert into platform.set_aside_row (bank_id, job, row_key, last_error, set_aside_at, failed_at, retry_at)
    select '01', job, 'k', 'Error', now(), now(), now()
      from unnest(array['tidy-identity/forget', 'tidy-identity/pending', 'tidy-parties/bank', 'take-due-changes',
                        'erase-ended', 'forget-expired']) as job;
    insert into platform.outbox_event (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id,
                                       actor_kind, actor_id, data, relayed_at, published_at)
    select '01', gen_random_uuid(), now(), 'recovery-entered', 1, 's', 'recovery', id, 'system', 'a', ${recovery},
           relayed_at, published_at
      from (values ('open', null, null), ('relayed', now(), null), ('published', now(), now()))
             as e (id, relayed_at, published_at);
    insert into platform.reaction (bank_id, consumer, event_id, aggregate_kind, aggregate_id, sequence, event, state,
                                   created_at)
    select '01', 'identity-recovery', gen_random_uuid(), 'recovery', state, 1,
           json_build_object('name', 'recovery-entered', 'data', ${recovery}::json)::text, state, now()
      from unnest(array['pending', 'dead', 'done']) as state;
    insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
    values ('01', gen_random_uuid(), now(), 'keep-maintenance-times', 'window', 'w', '{"id":"keep-maintenance-times"}')`);
});
afterAll(() => query(`drop database if exists ${name} with (force)`, adminUrl));

describe('the migration to plain names', () => {
  test('is refused while a process of Portico is connected', async () => {
    const process = new pg.Client({ connectionString: urlFor(name, 'portico_app') });
    await process.connect();
    await expect(migrateUpTo((migration) => migration <= migrationName)).rejects.toMatchObject({
      cause: { message: 'processes of Portico are connected' },
    });
    await process.end();
  });

  test('renames what timed jobs set aside and recoveries that are not processed yet, and no audit entry', async () => {
    await expect.poll(() => migrateUpTo((migration) => migration <= migrationName).catch(() => 0)).toBe(1);
    const setAside = await query<{ job: string }>('select job from platform.set_aside_row order by job');
    expect(setAside.map(({ job }) => job)).toEqual([
      'apply-due-changes',
      'clean-up-identity/pending',
      'clean-up-identity/purge',
      'clean-up-parties/bank',
      'erase-ended',
      'purge-expired',
    ]);
    const renamed = { subject: 'usr_1', kind: 'username' };
    const unchanged = { subject: 'usr_1', wish: 'username' };
    expect(
      await query(
        'select aggregate_id as id, name, data::json from platform.outbox_event order by aggregate_id',
      ),
    ).toEqual([
      { id: 'open', name: 'recovery-requested', data: renamed },
      { id: 'published', name: 'recovery-entered', data: unchanged },
      { id: 'relayed', name: 'recovery-requested', data: renamed },
    ]);
    expect(await query('select state, event::json from platform.inbox_event order by state')).toEqual([
      { state: 'dead', event: { name: 'recovery-requested', data: renamed } },
      { state: 'done', event: { name: 'recovery-entered', data: unchanged } },
      { state: 'pending', event: { name: 'recovery-requested', data: renamed } },
    ]);
    expect(await query('select operation, record from platform.audit_entry')).toEqual([
      { operation: 'keep-maintenance-times', record: '{"id":"keep-maintenance-times"}' },
    ]);
  });
});
