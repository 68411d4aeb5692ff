import pg from 'pg';
import { adminUrl, templateDatabase } from '../server/src/platform/testing/database.ts';

/** A run of ours never lasts that long, so its owner is dead. */
const abandonedAfterSeconds = 3_600;

/** Before the first test that needs one: the database all others are copied from. */
export async function setup(): Promise<void> {
  await templateDatabase();
}

/** Afterwards: what runs that were killed have left behind. Databases of runs that are still going on stay. */
export async function teardown(): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const name of await abandoned(client)) {
      // Somebody may have been faster, or may have connected just now; both are fine.
      await client.query(`drop database if exists ${client.escapeIdentifier(name)}`).catch(() => undefined);
    }
  } finally {
    await client.end();
  }
}

/** Nobody is connected, and the file PostgreSQL writes when it makes a database is old. */
async function abandoned(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name
       from pg_database d
      where datname like 'portico\\_test\\_%'
        and not exists (select from pg_stat_activity a where a.datid = d.oid)
        and (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification < now() - make_interval(secs => $1)`,
    [abandonedAfterSeconds],
  );
  return rows.map(({ name }) => name);
}
