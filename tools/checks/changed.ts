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

/** Lists the files that differ from the point where this branch left the other one, new files included. */
async function changedFiles(root: string, since: string): Promise<readonly string[]> {
  const base = await git(root, 'merge-base', since, 'HEAD');
  const tracked = await git(root, 'diff', '--name-only', '--diff-filter=d', base);
  const added = await git(root, 'ls-files', '--others', '--exclude-standard');
  return [...new Set([...tracked.split('\n'), ...added.split('\n')])].filter((path) => path !== '');
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
  const changed = await changedFiles(root, since);
  const code = changed.filter((path) => path.endsWith('.ts'));
  const files = (await repositoryFiles(root)).filter((path) => path.endsWith('.ts'));
  const tests = reachedFrom(code, await importersOf(files, root)).filter((path) => path.endsWith('.test.ts'));
  const chosen = tests.slice(0, testFilesMax);
  console.log(
    `${changed.length} files changed; ${chosen.length} of ${tests.length} test files that reach them`,
  );
  const narrowed: Readonly<Record<string, Step['run']>> = {
    lint: programOn('oxlint', ['--type-aware'], code),
    format: programOn('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched'], changed),
  };
  const shared = readingSteps
    .filter(({ name }) => changed.some((path) => (concerns[name] ?? /./).test(path)))
    .filter(({ name }) => name !== 'lint' || code.length > 0)
    .map((step) => ({ name: step.name, run: narrowed[step.name] ?? step.run }));
  const lone = chosen.length === 0 ? [] : [{ name: 'tests', run: programOn('vitest', ['run'], chosen) }];
  return { shared, lone };
}
