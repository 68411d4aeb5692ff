import { join } from 'node:path';
import { repositoryFiles } from '../repository.ts';
import { run } from './command.ts';
import { importersOf, reachedFrom } from './import-graph.ts';
import { outcomeOf } from './outcome.ts';
import { readingSteps, type Step } from './steps.ts';

/** Test files that fit into a minute on two cores. */
const testFilesMax = 40;

/** Static checks that read only some files; the others always run. */
const concerns: Readonly<Record<string, RegExp>> = {
  statements: /\/store\/|\.store\.ts$|\.read\.ts$|^server\/migrations\/|^tools\/statements/,
  generated:
    /^server\/|^docs\/generated\/|^docs\/commands\.md$|^contracts\/|^tools\/(?:generate|commands-document|sign-in-document)/,
  migrations: /^server\/migrations\//,
  'supply-chain': /package(?:-lock)?\.json$|^tools\/checks\/licence-policy\.ts$/,
};

async function git(root: string, ...args: readonly string[]): Promise<string> {
  const { code, output, stdout } = await run('git', args, { cwd: root });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return stdout.trim();
}

/** Files that differ from another branch. */
export interface Change {
  /** Changed and new files. */
  readonly present: readonly string[];
  readonly deleted: readonly string[];
}

/** Compares with the point where this branch left the other one. A moved file is a deleted and a new one. */
export async function changeSince(root: string, since: string): Promise<Change> {
  const base = await git(root, 'merge-base', since, 'HEAD');
  const differing = async (filter: string): Promise<readonly string[]> =>
    linesOf(await git(root, 'diff', '--name-only', '--no-renames', `--diff-filter=${filter}`, base));
  const added = linesOf(await git(root, 'ls-files', '--others', '--exclude-standard'));
  const present = new Set([...(await differing('d')), ...added]);
  const deleted = (await differing('D')).filter((path) => !present.has(path));
  return { present: [...present], deleted };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** What a change concerns: names of static checks, files to lint, and test files, the nearest first. */
export interface Selection {
  readonly checks: readonly string[];
  readonly code: readonly string[];
  readonly tests: readonly string[];
}

/** Selects by the paths that changed. A deleted file concerns the same checks and tests, but no program reads it. */
export function selectFor(
  { deleted, present }: Change,
  importers: ReadonlyMap<string, readonly string[]>,
): Selection {
  const paths = [...present, ...deleted];
  const isCode = (path: string): boolean => path.endsWith('.ts');
  const code = present.filter(isCode);
  // Without files these programs would read all of them.
  const idle = [...(code.length === 0 ? ['lint'] : []), ...(present.length === 0 ? ['format'] : [])];
  return {
    code,
    checks: readingSteps
      .map(({ name }) => name)
      .filter((name) => paths.some((path) => (concerns[name] ?? /./).test(path)))
      .filter((name) => !idle.includes(name)),
    tests: reachedFrom(paths.filter(isCode), importers).filter(
      (path) => path.endsWith('.test.ts') && !deleted.includes(path),
    ),
  };
}

function programOn(name: string, args: readonly string[], files: readonly string[]): Step['run'] {
  return async (root) =>
    outcomeOf(await run(join(root, 'node_modules/.bin', name), [...args, ...files], { cwd: root }));
}

/**
 * Steps for a change: the static checks that it concerns, and the tests that reach it, the nearest first. It is for
 * work in progress; `npm run check -- --full` must pass before a merge.
 */
export async function changedSteps(
  root: string,
  since: string,
): Promise<{ readonly shared: readonly Step[]; readonly lone: readonly Step[] }> {
  const change = await changeSince(root, since);
  const files = (await repositoryFiles(root)).filter((path) => path.endsWith('.ts'));
  const { checks, code, tests } = selectFor(change, await importersOf(files, root));
  const chosen = tests.slice(0, testFilesMax);
  const { deleted, present } = change;
  console.log(
    `${present.length + deleted.length} files changed; ${chosen.length} of ${tests.length} test files that reach them`,
  );
  const narrowed: Readonly<Record<string, Step['run']>> = {
    lint: programOn('oxlint', ['--type-aware'], code),
    format: programOn('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched'], present),
  };
  const shared = readingSteps
    .filter(({ name }) => checks.includes(name))
    .map((step) => ({ name: step.name, run: narrowed[step.name] ?? step.run }));
  const lone = chosen.length === 0 ? [] : [{ name: 'tests', run: programOn('vitest', ['run'], chosen) }];
  return { shared, lone };
}
