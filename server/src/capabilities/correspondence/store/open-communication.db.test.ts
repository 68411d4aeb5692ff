import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyMigrations } from '#platform/db/migrate.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { adminUrl, urlFor } from '#platform/testing/database.ts';
import { fillBacklog } from '../testing/delivery-backlog.suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const migrationName = '0016_open_communications.sql';
const bankId = '01';
const now = Temporal.Instant.from('2027-03-03T10:00:00Z');

/** Rows that are in one table only, or differ. */
const difference = `
  with open as (
    select communication_id, bank_id, medium, lane, status, recipient_index, digest_key, release_at, position, due_at,
           expires_at
      from correspondence.communication where status in ('queued', 'sending')),
  kept as (
    select communication_id, bank_id, medium, lane, status, recipient_index, digest_key, release_at, position, due_at,
           expires_at
      from correspondence.open_communication)
  select 'missing' as kind, communication_id from (table open except table kept) as missing
  union all select 'left behind', communication_id from (table kept except table open) as left_behind`;

/** A worker of the previous release, which does not know the new table. */
const takeOneRow = `
  update correspondence.communication set status = 'sending', lease_owner = 'worker:old',
         lease_until = due_at + interval '5 minutes'
   where communication_id = any (array(
     select communication_id from correspondence.communication where status = 'queued'
      order by random() limit 5 for update skip locked))
  returning communication_id`;
const settle = `
  update correspondence.communication set status = case when random() < 0.5 then 'sent' else 'queued' end,
         due_at = due_at + interval '1 minute', lease_owner = null, lease_until = null
   where communication_id = any($1)`;

describe('the migration of open messages into their own table', () => {
  const name = `portico_test_${randomBytes(6).toString('hex')}`;
  const url = urlFor(name, 'postgres');
  let pool: pg.Pool;
  const query = async <Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> => (await pool.query<Row>(text, [...values])).rows;

  beforeAll(async () => {
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const migrations = await readMigrations();
    await applyMigrations(
      url,
      migrations.filter((migration) => migration.name < migrationName),
    );
    pool = new pg.Pool({ connectionString: url, max: 6 });
    pool.on('error', () => undefined);
    await fillBacklog({ query }, { bankId, count: 5_000, recipients: 'distinct', now });
  });
  afterAll(async () => {
    await pool.end();
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });

  test('misses no change of workers of the previous release, although it is killed once', async () => {
    const migrations = await readMigrations();
    const upTo = migrations.filter((migration) => migration.name <= migrationName);
    let isOver = false;
    let changes = 0;
    const work = async (): Promise<void> => {
      while (!isOver) {
        const claimed = await query<{ communication_id: string }>(takeOneRow);
        const ids = claimed.map(({ communication_id: id }) => id);
        await query(settle, [ids]);
        await fillBacklog({ query }, { bankId, count: 2, recipients: 'distinct', now });
        changes += ids.length;
      }
    };
    const workers = Promise.all([work(), work(), work()]);
    // Locks a message during the first batches.
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query(`select from correspondence.communication where status = 'queued' limit 1 for update`);
    const dying = applyMigrations(url, upTo).then(
      () => 'done',
      () => 'died',
    );
    let killed: readonly unknown[] = [];
    while (killed.length === 0)
      killed = await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'portico-migrate' and query like '%for round in%'`,
      );
    expect(await dying).toBe('died');
    const again = applyMigrations(url, upTo);
    await setTimeout(1_000);
    await holder.query('rollback');
    holder.release();
    expect(await again).toBe(1);
    await setTimeout(300);
    isOver = true;
    await workers;
    expect(changes).toBeGreaterThan(100);
    expect(await query(difference)).toEqual([]);
    const invalid = await query('select indexrelid::regclass from pg_index where not indisvalid');
    expect(invalid).toEqual([]);
  });

  test('every later change applies to both tables', async () => {
    await query(`delete from correspondence.communication where status = 'sent'`);
    await query(
      `delete from correspondence.communication where communication_id in
         (select communication_id from correspondence.communication where status = 'queued' limit 10)`,
    );
    await query(
      `update correspondence.communication set customer_number = '1', due_at = due_at + interval '1 hour', digest_key = 'd'
        where communication_id in
          (select communication_id from correspondence.communication where status = 'queued' limit 10)`,
    );
    await query(
      `update correspondence.communication set status = 'cancelled', settled_at = now() where communication_id in
         (select communication_id from correspondence.communication where status = 'queued' limit 10)`,
    );
    // A message that was sent is queued again.
    await query(
      `update correspondence.communication set status = 'queued', settled_at = null where status = 'cancelled'`,
    );
    expect(await query(difference)).toEqual([]);
  });
});
