import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '#platform/testing/empty-database.ts';
import { applyMigrations, type Migration } from './migrate.ts';

const inSteps = (sql: string): Migration => ({
  name: '0001_steps.sql',
  sql: `-- phase: expand\n-- transaction: per step\n${sql}`,
});
const buildIndex = inSteps(
  '-- step: index\ncreate index concurrently if not exists account_owner on account (owner);',
);

let database: EmptyDatabase;
/** A connection that holds what a test makes it hold. */
let holder: pg.Client;

beforeEach(async () => {
  database = await emptyDatabase();
  await database.runSql(`create table account (id integer primary key, owner text);
    insert into account select n, null from generate_series(1, 2500) n`);
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  await database[Symbol.asyncDispose]();
});

/** Waits until the migrator runs a statement in this state. */
async function untilMigrator(state: string): Promise<void> {
  let found: readonly unknown[] = [];
  while (found.length === 0)
    found = await database.runSql(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'portico-migrate' and ${state}`,
    );
}

describe('a migration that waits for a lock', () => {
  const addColumn: Migration = { name: '0001_column.sql', sql: 'alter table account add column note text;' };
  const waits = "wait_event_type = 'Lock'";

  test.each([
    ['in one transaction', addColumn],
    ['in steps', inSteps(`-- step: column\n${addColumn.sql}`)],
  ])('%s lets commands pass, tries again and succeeds', async (_form, migration) => {
    await holder.query('begin');
    await holder.query('select from account');
    const applying = applyMigrations(database.url, [migration]);
    for (let nth = 1; nth <= 5; nth += 1) {
      await untilMigrator(waits);
      const startedAt = performance.now();
      await database.runSql(`insert into account values (${-nth}, 'new')`);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
    await holder.query('commit');
    expect(await applying).toBe(1);
    expect(await database.runSql('select id from account where note is null and id < 0')).toHaveLength(5);
  });
});

describe('a step that is repeated', () => {
  const fill = (condition: string): Migration =>
    inSteps(`-- step: log
create table if not exists batch (id bigint generated always as identity, started_at timestamptz default now());
-- step until no row changes: owners, in batches
with few as (select id from account where ${condition} order by id limit 1000 for update skip locked),
  counted as (insert into batch default values)
update account set owner = 'nobody' where id in (select id from few);`);

  test('changes all rows, each batch in its own transaction', async () => {
    expect(await applyMigrations(database.url, [fill('owner is null')])).toBe(1);
    expect(await database.runSql('select owner, count(*)::int as n from account group by owner')).toEqual([
      { owner: 'nobody', n: 2_500 },
    ]);
    expect(await database.runSql('select count(distinct started_at)::int as n from batch')).toEqual([
      { n: 4 },
    ]);
  });

  test('continues with the rows that are left after it failed', async () => {
    await database.runSql(`alter table account add constraint no_last check (id <> 2400 or owner is null)`);
    await expect(applyMigrations(database.url, [fill('owner is null')])).rejects.toThrow(
      '0001_steps.sql failed',
    );
    expect(await database.runSql('select from account where owner is null')).toHaveLength(500);
    await database.runSql('alter table account drop constraint no_last');
    expect(await applyMigrations(database.url, [fill('owner is null')])).toBe(1);
    expect(await database.runSql('select from account where owner is null')).toEqual([]);
  });

  test('is refused if it is not a statement that changes rows', async () => {
    const reading = inSteps('-- step until no row changes: nothing\nselect 1;');
    const failure = await applyMigrations(database.url, [reading]).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      cause: { message: expect.stringContaining('insert, update or delete') },
    });
  });
});

describe('an index that is built concurrently', () => {
  const indexes = `select c.relname, i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = 'account_owner'`;
  const valid = [{ relname: 'account_owner', indisvalid: true }];

  /** Starts a process that applies the migration. */
  const startMigrator = (): ReturnType<typeof spawn> => {
    const module = pathToFileURL(new URL('./migrate.ts', import.meta.url).pathname).href;
    const script = `
      const { applyMigrations } = await import(${JSON.stringify(module)});
      const [url, migration] = JSON.parse(process.argv[1]);
      await applyMigrations(url, [migration]);`;
    const args = ['--input-type=module', '-e', script, JSON.stringify([database.url, buildIndex])];
    return spawn(process.execPath, args, { stdio: 'ignore' });
  };

  test('waits for older transactions, while no command waits for it', async () => {
    await holder.query('begin isolation level repeatable read');
    await holder.query('select from account');
    const applying = applyMigrations(database.url, [buildIndex]);
    await untilMigrator("wait_event = 'virtualxid' and now() - query_start > interval '300 ms'");
    const startedAt = performance.now();
    await database.runSql(`insert into account values (-1, 'new')`);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await holder.query('commit');
    expect(await applying).toBe(1);
    expect(await database.runSql(indexes)).toEqual(valid);
  });

  test('is built again after its migrator was killed, without the end of the older transaction', async () => {
    await holder.query('begin isolation level repeatable read');
    await holder.query('select from account');
    const migrator = startMigrator();
    await untilMigrator("wait_event = 'virtualxid'");
    const ended = once(migrator, 'exit');
    migrator.kill('SIGKILL');
    await ended;
    // PostgreSQL ends the session of the killed migrator itself, although its statement still waits.
    const again = applyMigrations(database.url, [buildIndex]);
    await untilMigrator("query like 'drop index concurrently%'");
    expect(await database.runSql(indexes)).toEqual([{ relname: 'account_owner', indisvalid: false }]);
    await holder.query('commit');
    expect(await again).toBe(1);
    expect(await database.runSql(indexes)).toEqual(valid);
  });
});
