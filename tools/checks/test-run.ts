import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { run } from './command.ts';
import { startMemoryPostgres } from './memory-postgres.ts';
import { type Outcome, outcomeOf, together } from './outcome.ts';

const report = Type.Object({
  numPassedTests: Type.Integer(),
  numFailedTests: Type.Integer(),
  numPendingTests: Type.Integer(),
  numTodoTests: Type.Integer(),
  testResults: Type.Array(
    Type.Object({
      name: Type.String(),
      startTime: Type.Number(),
      endTime: Type.Number(),
      status: Type.String(),
      /** Why a file could not be loaded. */
      message: Type.String(),
      assertionResults: Type.Array(
        Type.Object({
          fullName: Type.String(),
          status: Type.String(),
          failureMessages: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    }),
  ),
});
type TestFiles = Static<typeof report>['testResults'];

const slowestMax = 10;
const failuresMax = 20;

/** Longer than for any other step: this one runs many thousand tests. */
const timeoutMs = 1_800_000;

/**
 * Runs all tests of all projects. The step fails when tests are skipped, because they prove nothing, and when a
 * declared response was never observed.
 */
export async function runTests(root: string): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-checks-'));
  try {
    await using postgres = await startMemoryPostgres();
    const server = postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url };
    const file = join(folder, 'tests.json');
    const observed = join(folder, 'observed');
    await mkdir(observed);
    const { code, output } = await run(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      { cwd: root, timeoutMs, env: { OBSERVED_RESPONSES: observed, ...server } },
    );
    const text = await readFile(file, 'utf8').catch(() => undefined);
    // Without a report no test counts as passed.
    if (text === undefined) return { isPassed: false, output, tests: { passed: 0, failed: 0 } };
    const counts = Parse(report, JSON.parse(text));
    const skipped = counts.numPendingTests + counts.numTodoTests;
    const outcome = together([
      { isPassed: code === 0, output },
      { isPassed: skipped === 0, output: `${skipped} tests were skipped` },
      outcomeOf(await run(process.execPath, ['tools/observed.ts', observed], { cwd: root })),
    ]);
    return {
      ...outcome,
      tests: { passed: counts.numPassedTests, failed: counts.numFailedTests },
      // The failures first: the output of a run with many thousand tests is long, and is often cut.
      notes: [
        ...failures(counts.testResults, root),
        ...errorsOutsideTests(output),
        ...slowestFiles(counts.testResults, root),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names the tests that failed, each with the first line of its error. */
function failures(files: TestFiles, root: string): readonly string[] {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ assertionResults, message, name }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${file}: ${firstLine(message)}`];
      return failed.map(
        ({ failureMessages = [], fullName }) =>
          `${file}: ${fullName}: ${firstLine(failureMessages.join('\n'))}`,
      );
    })
    .slice(0, failuresMax);
}

/** An error that no test caught fails the run while all tests pass; only the printed output has it. */
function errorsOutsideTests(output: string): readonly string[] {
  const lines = output.split('\n');
  const start = lines.findIndex((line) => line.includes('Unhandled Error'));
  return start === -1 ? [] : lines.slice(start, start + failuresMax);
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('');
}

/** Names the files that take longest: where the time of this step is. */
function slowestFiles(files: TestFiles, root: string): readonly string[] {
  return files
    .map(({ endTime, name, startTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowestMax)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(root, name)}`);
}
