import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { repositoryRoot } from '../repository.ts';
import type { Target } from './targets.ts';

const resultSchema = Type.Object({
  id: Type.Integer(),
  /** `hung`: a test did not end; it counts as killed. `unreached`: no test runs the code at all. `refused`: by the compiler. */
  status: Type.Enum(['killed', 'hung', 'survived', 'unreached', 'refused']),
  /** The test that failed. */
  by: Type.Optional(Type.String()),
});

/** What came of one mutant. */
export type Result = Static<typeof resultSchema>;

const folder = join(repositoryRoot, '.cache/mutate');

function pathOf({ file }: Target): string {
  return join(folder, `${file.replaceAll('/', '~')}.jsonl`);
}

/**
 * Returns the results of an earlier run, unless the file has changed since; without the survivors where the tests have.
 * What a test noticed is not tried again, although the test may have lost its assertion: `--fresh` does.
 */
export async function readResults(target: Target): Promise<readonly Result[]> {
  const text = await readFile(pathOf(target), 'utf8').catch(() => '');
  const [keys = '', ...lines] = text.split('\n');
  const [key, testsKey] = keys.split(' ');
  if (key !== target.key) return [];
  // The last line may be half a line, if the run was killed.
  const results = lines
    .filter((line) => line.endsWith('}'))
    .map((line) => Parse(resultSchema, JSON.parse(line)));
  return testsKey === target.testsKey
    ? results
    : results.filter(({ status }) => status !== 'survived' && status !== 'unreached');
}

/** Keeps one result at once, so that a run that is cut off goes on where it was. */
export async function keepResult(target: Target, result: Result): Promise<void> {
  await appendFile(pathOf(target), `${JSON.stringify(result)}\n`);
}

/** Writes all results of a file anew. */
export async function startResults(target: Target, results: readonly Result[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const lines = results.map((result) => `${JSON.stringify(result)}\n`);
  await writeFile(pathOf(target), `${target.key} ${target.testsKey}\n${lines.join('')}`);
}
