import { readFile } from 'node:fs/promises';
import { checksumOf } from '../server/src/platform/db/migrate.ts';
import { readMigrations } from '../server/src/platform/db/migration-files.ts';
import { templateDatabase, urlFor } from '../server/src/platform/testing/database.ts';
import { generateDocuments } from './generate-documents.ts';
import { generateTables, writeFiles } from './generate-tables.ts';

/** `npm run generate` writes all generated files; `--check` compares them only. */
const root = new URL('../', import.meta.url);

async function checksums(): Promise<string> {
  const migrations = await readMigrations();
  const entries = migrations.map(({ name, sql }) => [name, checksumOf(sql)]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

async function everything(): Promise<ReadonlyMap<string, string>> {
  const template = await templateDatabase();
  const tables = await generateTables(urlFor(template, 'postgres'));
  const documents = await generateDocuments();
  return new Map([...tables, ...documents, ['server/migrations/checksums.json', await checksums()]]);
}

const files = await everything();
if (process.argv.includes('--check')) {
  const stale: string[] = [];
  for (const [path, text] of files) {
    const current = await readFile(new URL(path, root), 'utf8').catch(() => undefined);
    if (current !== text) stale.push(path);
  }
  for (const path of stale) console.error(`${path} is not current: run npm run generate`);
  process.exit(stale.length === 0 ? 0 : 1);
}
await writeFiles(files, root);
console.log(`wrote ${files.size} files`);
