import { readdir, readFile } from 'node:fs/promises';
import type { Migration } from './migrate.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const namePattern = /^\d{4}_[a-z0-9_-]+\.sql$/;

/** Reads the migrations of this version, in order. */
export async function readMigrations(from: URL = folder): Promise<readonly Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted();
  const odd = names.find((name) => !namePattern.test(name));
  // If it were skipped, it would be missed only when its tables are used.
  if (odd !== undefined) throw new Error(`${odd} is not a valid migration name`);
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, from), 'utf8') })));
}
