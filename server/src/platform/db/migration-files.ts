import { readdir, readFile } from 'node:fs/promises';
import type { Migration } from './migrate.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const namePattern = /^\d{4}_[a-z0-9_-]+\.sql$/;

/** The migrations of this version, in order. */
export async function readMigrations(from: URL = folder): Promise<readonly Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted();
  const odd = names.find((name) => !namePattern.test(name));
  // Left out silently, it would be missed only when something asks for what it makes.
  if (odd !== undefined) throw new Error(`${odd} is no name for a migration`);
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, from), 'utf8') })));
}
