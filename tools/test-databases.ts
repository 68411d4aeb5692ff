import pg from 'pg';
import { adminUrl, templateDatabase } from '../server/src/platform/testing/database.ts';

/** No test run lasts this long: an older database belongs to a run that was killed. */
const abandonedAfterSeconds = 3_600;

/** Creates the template database before the first test. */
export async function setup(): Promise<void> {
  await templateDatabase();
}

/** Drops the databases of test runs that were killed. Databases of active runs stay. */
export async function teardown(): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const name of await abandoned(client)) {
      // Another run may have dropped it already, or may have connected just now; both are acceptable.
      await client.query(`drop database if exists ${client.escapeIdentifier(name)}`).catch(() => undefined);
    }
  } finally {
    await client.end();
  }
}

/** Lists test databases without connections whose PG_VERSION file, written at creation, is old. */
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
