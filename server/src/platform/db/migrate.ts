import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration } from './apply-migration.ts';

/** One file of `server/migrations`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export interface PlannedMigration extends Migration {
  readonly checksum: string;
}

/** A migration that landed and was edited afterwards; landed migrations are immutable. */
export class MigrationEdited extends Error {
  override readonly name = 'MigrationEdited';
}

const lockKey = 7_206_151_920;
const lockRetryMs = 100;

/** The checksum that freezes a migration once it has been applied or released. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Returns what would be applied to this database, after checking that the history is unchanged. */
export async function planMigrations(
  url: string,
  migrations: readonly Migration[],
): Promise<readonly PlannedMigration[]> {
  return withClient(url, (client) => plan(client, migrations));
}

/** Applies the missing migrations, one process at a time; each is one transaction unless it says otherwise. */
export async function applyMigrations(
  url: string,
  migrations: readonly Migration[],
  onApplied: (migration: PlannedMigration) => void = () => undefined,
): Promise<number> {
  return withClient(url, async (client) => {
    await lockMigrations(client);
    await client.query(
      `create table if not exists public.portico_migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    // Every process compares at its start; the list is not secret.
    await client.query('grant select on public.portico_migration to public');
    const missing = await plan(client, migrations);
    for (const migration of missing) {
      await applyOne(client, migration);
      onApplied(migration);
    }
    return missing.length;
  });
}

/**
 * Waits until no other migrator runs. Polls, because a statement that waits for the lock would hold a snapshot, and an
 * index that the other migrator creates concurrently waits for the end of every older snapshot.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_locked: boolean }>(
      'select pg_try_advisory_lock($1) as is_locked',
      [lockKey],
    );
    if (rows[0]?.is_locked === true) return;
    await setTimeout(lockRetryMs);
  }
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portico-migrate',
    // Without the check, PostgreSQL would finish the statement of a killed migrator, and hold its locks until then.
    options: '-c TimeZone=UTC -c client_connection_check_interval=1s',
  });
  // A broken connection fails its query; an unhandled second error event would end the process without a message.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function plan(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<readonly PlannedMigration[]> {
  // Reading changes nothing: a database that was never migrated has no history.
  const history = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.portico_migration') is not null as is_there",
  );
  if (history.rows[0]?.is_there !== true) return unapplied([], migrations);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.portico_migration order by name',
  );
  return unapplied(rows, migrations);
}

/** Compares the history with the files: same names in the same order, same text. Returns the new ones. */
export function unapplied(
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): readonly PlannedMigration[] {
  const planned = migrations.map((migration) => ({ ...migration, checksum: checksumOf(migration.sql) }));
  for (const [index, { name, checksum }] of applied.entries()) {
    const file = planned[index];
    if (file === undefined || file.name !== name) {
      throw new MigrationEdited(`the database has ${name} as its migration ${index + 1}, the files do not`);
    }
    if (file.checksum !== checksum) throw new MigrationEdited(`${name} was changed after it was applied`);
  }
  return planned.slice(applied.length);
}

async function applyOne(client: pg.Client, migration: PlannedMigration): Promise<void> {
  try {
    await applyMigration(client, migration.sql, () => record(client, migration));
  } catch (error) {
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}

async function record(client: pg.Client, { checksum, name }: PlannedMigration): Promise<void> {
  await client.query('insert into public.portico_migration (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ]);
}
