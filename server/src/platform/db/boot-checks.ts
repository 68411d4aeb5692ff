import type { Database } from './database.ts';
import { checksumOf, type Migration } from './migrate.ts';
import { plainStatement } from './statement.ts';

/** A database that could lose or reveal data; the service refuses to start on it. */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit';
}

interface Facts {
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly data_checksums: string;
  readonly server_version_num: number;
  readonly superuser: boolean;
  readonly bypass: boolean;
}

const readFacts = plainStatement<Facts>(
  `select current_setting('fsync') as fsync,
          current_setting('full_page_writes') as full_page_writes,
          current_setting('synchronous_commit') as synchronous_commit,
          current_setting('data_checksums') as data_checksums,
          current_setting('server_version_num')::int as server_version_num,
          rolsuper as superuser, rolbypassrls as bypass
     from pg_roles where rolname = current_user`,
);

const versionMin = 150_000;

const findHistory = plainStatement<{ is_there: boolean }>(
  "select to_regclass('public.portico_migration') is not null as is_there",
);
const listApplied = plainStatement<{ name: string; checksum: string }>(
  'select name, checksum from public.portico_migration',
);

/**
 * Refuses a database that lacks a migration of this version, or has a different form of it. Additional migrations are
 * accepted: a newer version may be rolling out, and its first steps are compatible with ours.
 */
export async function checkMigrations(database: Database, migrations: readonly Migration[]): Promise<void> {
  // A database that was never migrated must not be reported as a missing table.
  const [history] = await database.query(findHistory([]));
  const rows = history?.is_there === true ? await database.query(listApplied([])) : [];
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const wrong = migrations
    .filter(({ name, sql }) => applied.get(name) !== checksumOf(sql))
    .map(({ name }) => name);
  if (wrong.length > 0) {
    throw new DatabaseUnfit(`migrations are missing or differ: ${wrong.join(', ')}; run: migrate apply`);
  }
}

/** Refuses a server that does not store durably what it acknowledges, and a role that bypasses row-level security. */
export async function checkDatabase(
  database: Database,
  options: { readonly checksums: 'required' | 'optional' },
): Promise<void> {
  const [facts] = await database.query(readFacts([]));
  const errors = facts === undefined ? ['the database role is unknown'] : errorsOf(facts, options.checksums);
  if (errors.length > 0) throw new DatabaseUnfit(errors.join('; '));
}

/** Reports all errors at once, so that the operator can fix them together. */
export function errorsOf(facts: Facts, checksums: 'required' | 'optional'): readonly string[] {
  const checks: readonly (readonly [boolean, string])[] = [
    [facts.server_version_num >= versionMin, 'PostgreSQL 15 or newer is required'],
    [facts.fsync === 'on', 'fsync must be on'],
    [facts.full_page_writes === 'on', 'full_page_writes must be on'],
    [
      ['on', 'remote_apply'].includes(facts.synchronous_commit),
      'synchronous_commit must be on or remote_apply',
    ],
    [
      checksums === 'optional' || facts.data_checksums === 'on',
      'data checksums must be on (PORTICO_DATABASE_CHECKSUMS=optional accepts a cluster without)',
    ],
    [!facts.superuser && !facts.bypass, 'the role must be bound by row-level security'],
  ];
  return checks.filter(([holds]) => !holds).map(([, error]) => error);
}
