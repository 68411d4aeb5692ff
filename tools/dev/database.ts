import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { applyMigrations } from '../../server/src/platform/db/migrate.ts';
import { readMigrations } from '../../server/src/platform/db/migration-files.ts';
import { adminUrl, templateDatabase, urlFor } from '../../server/src/platform/testing/database.ts';
import { testIssuer } from '../../server/src/platform/testing/token-mint.ts';
import { installJobTables } from '../../server/src/platform/work/job-tables.ts';
import { CannotStart, cloneName, cloneRoot, devFolder } from './clone.ts';
import { devEmployees, devRoles } from './tokens.ts';

/**
 * The connection to the PostgreSQL server, open as long as `npm run dev` runs. PostgreSQL releases its locks when the
 * process ends, however it ends; a lock file would outlive a killed process.
 */
export interface DevServer {
  /** Takes a lock until the process ends. Returns whether no other process has it. */
  tryLock(name: string): Promise<boolean>;
  /** Deletes the database and the keys of this clone. */
  reset(): Promise<void>;
  /** Throws if the database of this clone was encrypted with other keys. */
  checkKeys(masterKeys: string | undefined): Promise<void>;
  /** Creates the database if it does not exist, or applies the missing migrations. */
  prepareDatabase(masterKeys: string): Promise<void>;
}

export async function connectToServer(): Promise<DevServer> {
  const client = new pg.Client({ connectionString: adminUrl });
  // A server that restarts ends the connection; the product reports it and reconnects.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    const { host, pathname, username } = new URL(adminUrl);
    const reason = error instanceof Error && error.message !== '' ? ` (${error.message})` : '';
    throw new CannotStart(
      `No PostgreSQL accepts a connection of ${username} to ${host}${pathname}${reason}. Start one, or name another superuser with TEST_DATABASE_URL.`,
    );
  });

  const keysOfDatabase = async (): Promise<string | undefined> => {
    const { rows } = await client.query<{ keys: string | null }>(
      `select shobj_description(oid, 'pg_database') as keys from pg_database where datname = $1`,
      [cloneName],
    );
    return rows.length === 0 ? undefined : (rows[0]?.keys ?? '');
  };

  return {
    async tryLock(name) {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
        [`portico dev ${name}`],
      );
      return rows[0]?.locked === true;
    },
    async reset() {
      await client.query(`drop database if exists ${cloneName} with (force)`);
      await rm(devFolder, { recursive: true, force: true });
    },
    async checkKeys(masterKeys) {
      const keys = await keysOfDatabase();
      // A database without the comment was never filled.
      if (keys === undefined || keys === '' || keys === commentFor(masterKeys)) return;
      throw new CannotStart(
        `The database ${cloneName} was encrypted with other keys than those in .cache/dev, and cannot be read with them. ` +
          'Delete both and start again: npm run dev -- --reset',
      );
    },
    async prepareDatabase(masterKeys) {
      // Migrations create roles, which all databases of the server share.
      await client.query("select pg_advisory_lock(hashtextextended('portico dev migrations', 0))");
      // A copy of the database that tests are copied from: the second clone of a machine starts in a second.
      if ((await keysOfDatabase()) === undefined)
        await client.query(`create database ${cloneName} template ${await templateDatabase()}`);
      await client.query(`comment on database ${cloneName} is ${pg.escapeLiteral(commentFor(masterKeys))}`);
      await applyMigrations(urlFor(cloneName, 'postgres'), await readMigrations(), ({ name }) =>
        console.log(`applied ${name}`),
      );
      await installJobTables(urlFor(cloneName, 'portico_worker'));
      await addEmployees();
      await client.query("select pg_advisory_unlock(hashtextextended('portico dev migrations', 0))");
    },
  };
}

/**
 * Makes the two employees of the guides known as if they had signed in: commands that two employees decide accept
 * only ids that have, and no identity provider of staff is connected here.
 */
async function addEmployees(): Promise<void> {
  const database = new pg.Client({ connectionString: urlFor(cloneName, 'postgres') });
  await database.connect();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, roles, signed_in_at)
     select '01', id, $2, id, $3, now() from unnest($1::text[]) as id
     on conflict do nothing`,
    [devEmployees, testIssuer, devRoles],
  );
  await database.end();
}

/** Names the clone and its keys in the list of databases, without revealing the keys. */
function commentFor(masterKeys: string | undefined): string {
  const keys =
    masterKeys === undefined ? 'none' : createHash('sha256').update(masterKeys).digest('hex').slice(0, 16);
  return `Portico development in ${cloneRoot}, keys ${keys}`;
}
