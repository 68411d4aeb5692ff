import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { applyMigrations, checksumOf, type Migration } from '#platform/db/migrate.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { installJobTables } from '#platform/work/job-tables.ts';

/** The PostgreSQL server for tests; a superuser, because each file gets its own database. */
export const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The same server, another database, another role. */
export function urlFor(database: string, role: string, server: string = adminUrl): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  url.username = role;
  return url.href;
}

async function admin<Result>(server: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const templateLock = 7_206_151_921;

const templates = new Map<string, Promise<string>>();

/** Returns the migrated database that test databases are copied from; looked up once per process. */
export function templateDatabase(server: string = adminUrl): Promise<string> {
  const known = templates.get(server) ?? createTemplate(server);
  templates.set(server, known);
  return known;
}

/** Creates the template unless it exists; there is one per state of the migrations. */
async function createTemplate(server: string, given?: readonly Migration[]): Promise<string> {
  const migrations = given ?? (await readMigrations());
  const state = checksumOf(migrations.map(({ name, sql }) => `${name}\n${sql}`).join('\n')).slice(0, 16);
  const name = `portico_template_${state}`;
  await admin(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query(
      'select 1 from pg_database where datname = $1 and datistemplate',
      [name],
    );
    if (rowCount === 1) return;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
    await applyMigrations(urlFor(name, 'postgres', server), migrations);
    await installJobTables(urlFor(name, 'portico_worker', server));
    await client.query(`alter database ${name} with is_template true`);
  });
  return name;
}

/** A database copied from the template; dropped when disposed. */
export interface TestDatabase {
  readonly name: string;
  /** Connected as the service: bound by row-level security. */
  readonly app: Database;
  readonly appUrl: string;
  readonly workerUrl: string;
  readonly ownerUrl: string;
  /** Connected as the owner, to read what is really stored. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Deletes all rows of these tables. */
  empty(...tables: readonly string[]): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly poolSize?: number;
  /** Another server than the default one, as superuser. */
  readonly server?: string;
  /** Whether a commit waits for the disk, as in production: for what measures time or stops PostgreSQL. */
  readonly isDurable?: boolean;
  /** Migrations of another release; default: all of this one. */
  readonly migrations?: readonly Migration[];
}

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { isDurable = false, migrations, poolSize = 5, server = adminUrl } = options;
  const template = await (migrations === undefined
    ? templateDatabase(server)
    : createTemplate(server, migrations));
  const name = `portico_test_${randomBytes(6).toString('hex')}`;
  await admin(server, async (client) => {
    await client.query(`create database ${name} template ${template}`);
    if (!isDurable) await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  const appUrl = urlFor(name, 'portico_app', server);
  const app = openDatabase({ url: appUrl, poolSize });
  const owner = new pg.Pool({ connectionString: urlFor(name, 'postgres', server), max: 2 });
  owner.on('error', () => undefined);
  return {
    name,
    app,
    appUrl,
    workerUrl: urlFor(name, 'portico_worker', server),
    ownerUrl: urlFor(name, 'postgres', server),
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const { rows } = await owner.query<Row>(text, [...values]);
      return rows;
    },
    async empty(...names) {
      // TRUNCATE would create new files for every partition and index, which takes many times as long. Triggers that
      // protect the rows, and references in whatever order, do not apply here.
      const deletions = names.map((table) => `delete from ${table};`).join('\n');
      await owner.query(`begin; set local session_replication_role = replica; ${deletions} commit;`);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await owner.end();
      await admin(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
