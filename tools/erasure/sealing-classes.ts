import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const source = new URL('../../server/src', import.meta.url).pathname;
const vaultOf = /createVault\([^'\n]*'([\w\-]+)'\)/gv;

/** Returns the key classes that the code of the product encrypts with; tests use other classes. */
export async function classesInSource(): Promise<readonly string[]> {
  const names = await readdir(source, { recursive: true });
  const files = names.filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.') && !name.includes('.suite.'),
  );
  const classes = new Set<string>();
  for (const name of files.filter((path) => !path.includes('testing/')))
    for (const [, keyClass = ''] of (await readFile(join(source, name), 'utf8')).matchAll(vaultOf))
      classes.add(keyClass);
  return [...classes].toSorted();
}
