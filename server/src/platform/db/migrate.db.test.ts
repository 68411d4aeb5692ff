import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '#platform/testing/empty-database.ts';
import { checkMigrations } from './boot-checks.ts';
import { openDatabase } from './database.ts';
import { applyMigrations, type Migration, MigrationEdited, planMigrations } from './migrate.ts';

const run = promisify(execFile);

const first: Migration = {
  name: '0001_first.sql',
  sql: 'create table one (n integer); insert into one values (1); select pg_sleep(0.2);',
};
const second: Migration = { name: '0002_second.sql', sql: 'alter table one add column m integer;' };
const broken: Migration = {
  name: '0003_broken.sql',
  sql: 'create table three (n integer); insert into three values (1); select 1 / 0;',
};

describe('migrations', () => {
  test('are applied in order, once, and reported one by one', async () => {
    await using database = await emptyDatabase();
    const reported: string[] = [];
    const report = ({ name }: Migration): void => void reported.push(name);
    expect(await applyMigrations(database.url, [first, second], report)).toBe(2);
    expect(await applyMigrations(database.url, [first, second], report)).toBe(0);
    expect(reported).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await database.runSql('select * from one')).toEqual([{ n: 1, m: null }]);
    expect(await planMigrations(database.url, [first, second])).toEqual([]);
  });

  test('are planned without changing anything', async () => {
    await using database = await emptyDatabase();
    expect(await planMigrations(database.url, [first, second])).toMatchObject([first, second]);
    const tables = await database.runSql("select tablename from pg_tables where schemaname = 'public'");
    expect(tables).toEqual([]);
  });

  test('may be planned concurrently', async () => {
    await using database = await emptyDatabase();
    const plans = await Promise.all(Array.from({ length: 10 }, () => planMigrations(database.url, [first])));
    expect(plans.map((plan) => plan.length)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  test('that were edited after they landed are refused, and nothing further is applied', async () => {
    await using database = await emptyDatabase();
    await applyMigrations(database.url, [first]);
    const edited = [{ ...first, sql: `${first.sql} ` }, second];
    await expect(applyMigrations(database.url, edited)).rejects.toThrow(MigrationEdited);
    await expect(planMigrations(database.url, edited)).rejects.toThrow('0001_first.sql was changed');
    expect(await database.runSql('select * from one')).toEqual([{ n: 1 }]);
  });

  test('that fail leave nothing behind, keep earlier ones, and can be fixed', async () => {
    await using database = await emptyDatabase();
    await expect(applyMigrations(database.url, [first, second, broken])).rejects.toThrow(
      '0003_broken.sql failed',
    );
    expect(await database.runSql("select to_regclass('three') as three")).toEqual([{ three: null }]);
    expect(await planMigrations(database.url, [first, second, broken])).toMatchObject([broken]);
    const fixed = { ...broken, sql: 'create table three (n integer);' };
    expect(await applyMigrations(database.url, [first, second, fixed])).toBe(1);
  });
});

describe('a migration in steps', () => {
  const stepped = (last: string): Migration => ({
    name: '0002_steps.sql',
    sql: `-- phase: expand
-- transaction: per step
-- step: a table
create table if not exists two (n integer);
insert into two values (1);
-- step: an index that blocks no writer
create index concurrently if not exists two_n on two (n);
-- step: rows, portion by portion
do $$ begin for portion in 1..2 loop insert into two values (10 * portion); commit; end loop; end $$;
-- step: the last one
${last}`,
  });

  test('commits each step, is recorded at its end, and restarts from its first step after a failure', async () => {
    await using database = await emptyDatabase();
    await expect(
      applyMigrations(database.url, [first, stepped('insert into two values (99); select 1 / 0;')]),
    ).rejects.toThrow('0002_steps.sql failed');
    expect(await database.runSql('select n from two order by n')).toEqual([{ n: 1 }, { n: 10 }, { n: 20 }]);
    expect(await planMigrations(database.url, [first, stepped('select 1;')])).toHaveLength(1);
    expect(await applyMigrations(database.url, [first, stepped('select 1;')])).toBe(1);
    expect(await database.runSql('select count(*)::int as n from two')).toEqual([{ n: 6 }]);
    expect(await applyMigrations(database.url, [first, stepped('select 1;')])).toBe(0);
  });

  test('does not deadlock with another waiting migrator', async () => {
    await using database = await emptyDatabase();
    const slow = stepped(
      'select pg_sleep(0.5);\n-- step: once more\ncreate index concurrently if not exists two_m on two (n);',
    );
    const applied = await Promise.all(
      Array.from({ length: 3 }, () => applyMigrations(database.url, [first, slow])),
    );
    expect(applied.toSorted((one, other) => one - other)).toEqual([0, 0, 2]);
  });
});

describe('a service that starts', () => {
  test('refuses a database that lacks a migration, or has a different form of it, and names it', async () => {
    await using database = await emptyDatabase();
    await using pool = openDatabase({ url: database.url, poolSize: 1 });
    await expect(checkMigrations(pool, [first])).rejects.toThrow('0001_first.sql; run: migrate apply');
    await applyMigrations(database.url, [first]);
    await expect(checkMigrations(pool, [first])).resolves.toBeUndefined();
    await expect(checkMigrations(pool, [first, second])).rejects.toThrow('0002_second.sql');
    await expect(checkMigrations(pool, [{ ...first, sql: '--' }])).rejects.toThrow('0001_first.sql');
  });

  test('accepts a database with additional migrations: the next version may be rolling out', async () => {
    await using database = await emptyDatabase();
    await using pool = openDatabase({ url: database.url, poolSize: 1 });
    await applyMigrations(database.url, [first, second]);
    await expect(checkMigrations(pool, [first])).resolves.toBeUndefined();
  });
});

describe('two concurrent migrators', () => {
  test('in one process apply everything exactly once', async () => {
    await using database = await emptyDatabase();
    const applied = await Promise.all(
      Array.from({ length: 5 }, () => applyMigrations(database.url, [first, second])),
    );
    expect(applied.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 2]);
    expect(await database.runSql('select * from one')).toEqual([{ n: 1, m: null }]);
  });

  test('in two processes apply everything exactly once', async () => {
    await using database = await emptyDatabase();
    const module = pathToFileURL(new URL('./migrate.ts', import.meta.url).pathname).href;
    const script = `
      const { applyMigrations } = await import(${JSON.stringify(module)});
      const [url, migrations] = JSON.parse(process.argv[1]);
      process.stdout.write(String(await applyMigrations(url, migrations)));`;
    const args = ['--input-type=module', '-e', script, JSON.stringify([database.url, [first, second]])];
    const outputs = await Promise.all([1, 2, 3].map(() => run(process.execPath, args)));
    expect(outputs.map(({ stdout }) => stdout).toSorted()).toEqual(['0', '0', '2']);
  });
});

describe('a migrator that is killed', () => {
  let database: EmptyDatabase;
  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test('does not block the next one', async () => {
    const slow: Migration = {
      name: '0001_slow.sql',
      sql: 'create table slow (n integer); select pg_sleep(30);',
    };
    const dying = applyMigrations(database.url, [slow]).then(
      () => 'done',
      () => 'died',
    );
    let killed: readonly unknown[] = [];
    while (killed.length === 0) {
      killed = await database.runSql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`,
      );
    }
    expect(await dying).toBe('died');
    const quick = { ...slow, sql: 'create table slow (n integer);' };
    expect(await applyMigrations(database.url, [quick])).toBe(1);
  });
});
