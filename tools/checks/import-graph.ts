import { dirname, join, normalize } from 'node:path';
import { textOf } from '../repository.ts';

/** Imports with and without names, dynamic ones, and programs that are started by their address. */
const specifier = /(?:from|import|import\(|new URL\()\s*'([^']+)'/g;

/** Resolves an import to a path in the repository; undefined for packages. */
function resolveImport(importer: string, imported: string): string | undefined {
  if (imported.startsWith('#')) return `server/src/${imported.slice(1)}`;
  if (imported.startsWith('.')) return normalize(join(dirname(importer), imported));
  return undefined;
}

/** Returns for each file the files that import it. */
export async function importersOf(
  files: readonly string[],
  root: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const importers = new Map<string, string[]>();
  await Promise.all(
    files.map(async (file) => {
      for (const [, imported = ''] of (await textOf(file, root)).matchAll(specifier)) {
        const path = resolveImport(file, imported);
        if (path === undefined) continue;
        const known = importers.get(path) ?? [];
        known.push(file);
        importers.set(path, known);
      }
    }),
  );
  return importers;
}

/** Lists the changed files and all files that import them, directly or not, the nearest first. */
export function reachedFrom(
  changed: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const reached = new Set(changed);
  // A set is iterated in the order of insertion, additions included.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached];
}
