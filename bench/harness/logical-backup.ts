import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Instance } from './instance.ts';

const run = promisify(execFile);

/** Writes a logical backup; returns its path. */
export async function backUpDatabase({ database, folder }: Instance): Promise<string> {
  const dump = join(folder, 'backup.sql');
  await run('pg_dump', ['--file', dump, database.ownerUrl]);
  return dump;
}

export interface LogicalBackup {
  readonly dump: string;
  /** URL of the server, as superuser. */
  readonly server: string;
}

/** Replaces the database of an instance by a backup. Its processes are stopped. */
export async function restoreDatabase(
  { database }: Instance,
  { dump, server }: LogicalBackup,
): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database ${database.name} with (force)`);
  await admin.query(`create database ${database.name}`);
  await admin.end();
  await run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--file', dump, database.ownerUrl]);
}
