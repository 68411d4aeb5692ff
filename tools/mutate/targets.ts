import { createHash } from 'node:crypto';
import { importersOf, reachedFrom } from '../checks/import-graph.ts';
import { repositoryFiles, repositoryRoot, textOf } from '../repository.ts';
import { type MutatedFile, mutantsOf } from './mutants.ts';

/** What decides about money. */
const decisive: readonly RegExp[] = [
  /^server\/src\/capabilities\/authorization\/domain\/signing\/[^/]+\.ts$/,
  /^server\/src\/capabilities\/(?:core-banking|payments|sca)\/domain\/[^/]+\.ts$/,
  /^server\/src\/capabilities\/sca\/steps\/(?:order-facts|order-to-sign|prepare-approval|prepare-exemption)\.ts$/,
  /^server\/src\/capabilities\/payments\/steps\/(?:release|submit)-[^/]+\.ts$/,
  /^server\/src\/platform\/kernel\/(?:bic|payee|schedule)\.ts$/,
];

/** Tests of rules; those of operations and stores need a PostgreSQL and take seconds instead of milliseconds. */
const ruleTest = /\/(?:domain|kernel)\/.*\.test\.ts$|\/steps\/order-to-sign\.test\.ts$/;

/** A mutant that no test among the nearest notices is not looked for in the others. */
const testFilesMax = 40;

/** One file with its mutants, and the tests that may notice them. */
export interface Target {
  readonly file: string;
  readonly mutated: MutatedFile;
  /** The nearest first. */
  readonly testFiles: readonly string[];
  /** Files that import this one, directly or not. */
  readonly dependents: readonly string[];
  /** Changes with the file: all results of another key are out of date. */
  readonly key: string;
  /** Changes with the tests: survivors of another key may be noticed now. */
  readonly testsKey: string;
}

/** Reads the files that decide about money, and finds their tests by imports. */
export async function listTargets(isWanted: (file: string) => boolean): Promise<readonly Target[]> {
  const files = (await repositoryFiles()).filter(
    (path) => path.endsWith('.ts') && path.startsWith('server/'),
  );
  const importers = await importersOf(files, repositoryRoot);
  const wanted = files.filter(
    (path) => isWanted(path) && !path.endsWith('.test.ts') && decisive.some((shape) => shape.test(path)),
  );
  const targets = await Promise.all(wanted.map(async (file) => targetOf(file, importers)));
  return targets.filter(({ mutated }) => mutated.mutants.length > 0);
}

async function targetOf(file: string, importers: ReadonlyMap<string, readonly string[]>): Promise<Target> {
  const mutated = mutantsOf(file, await textOf(file));
  const dependents = reachedFrom([file], importers);
  const capability = file.split('/').slice(0, 4).join('/');
  const testFiles = dependents
    .filter((path) => ruleTest.test(path) && path.startsWith(`${capability}/`))
    .slice(0, testFilesMax);
  const texts = await Promise.all(testFiles.map(async (path) => textOf(path)));
  const key = hashOf([mutated.mutants, mutated.text]);
  return { file, mutated, testFiles, dependents, key, testsKey: hashOf(texts) };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
