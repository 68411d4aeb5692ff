import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { adminUrl, urlFor } from './database.ts';

/** A database without tables; dropped when disposed. */
export interface EmptyDatabase extends AsyncDisposable {
  /** Connected as superuser. */
  readonly url: string;
  /** Runs statements on a connection of their own. */
  runSql(sql: string): Promise<unknown[]>;
}

async function runSql(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const name = `portico_test_${randomBytes(6).toString('hex')}`;
  const url = urlFor(name, 'postgres');
  await runSql(adminUrl, `create database ${name}`);
  return {
    url,
    runSql: (sql) => runSql(url, sql),
    async [Symbol.asyncDispose]() {
      await runSql(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}
