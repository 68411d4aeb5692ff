import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { run } from './command.ts';
import { type Outcome, outcomeOfErrors } from './outcome.ts';

const cruised = Type.Object({
  modules: Type.Array(Type.Object({ source: Type.String(), couldNotResolve: Type.Optional(Type.Boolean()) })),
  summary: Type.Object({
    violations: Type.Array(
      Type.Object({ from: Type.String(), to: Type.String(), rule: Type.Object({ name: Type.String() }) }),
    ),
  }),
});

/** Where code is; the tool fails if one of them is missing. */
export const sourceFolders = ['server/src', 'bench', 'tools', 'e2e', 'examples'];

/**
 * Checks that imports point down. dependency-cruiser passes without reading anything when it cannot parse TypeScript,
 * so the check also compares the modules it read with the existing files.
 */
export async function checkBoundaries(root: string): Promise<Outcome> {
  const files = await sourceFiles(root);
  const result = await run(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...sourceFolders],
    { cwd: root },
  );
  if (!result.stdout.startsWith('{')) return { isPassed: false, output: result.output };
  const { modules, summary } = Parse(cruised, JSON.parse(result.stdout));
  const read = modules.filter(({ couldNotResolve }) => couldNotResolve !== true).map(({ source }) => source);
  return outcomeOfErrors([
    ...unread(files, read),
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ]);
}

/** Returns the files that the tool did not read. Reading no file at all is an error too. */
export function unread(files: readonly string[], read: readonly string[]): readonly string[] {
  if (read.length === 0) return ['boundaries: no module was read'];
  const seen = new Set(read);
  return files.filter((file) => !seen.has(file)).map((file) => `boundaries: ${file} was not read`);
}

async function sourceFiles(root: string): Promise<readonly string[]> {
  const patterns = sourceFolders.map((folder) => `${folder}/**/*.ts`);
  return Array.fromAsync(glob(patterns, { cwd: root, exclude: ['**/node_modules/**'] }));
}
