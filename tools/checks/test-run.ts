import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { run } from './command.ts';
import { type Outcome, outcomeOf, together } from './outcome.ts';

const report = Type.Object({
  numPassedTests: Type.Integer(),
  numFailedTests: Type.Integer(),
  numPendingTests: Type.Integer(),
  numTodoTests: Type.Integer(),
});

/** Longer than for any other step: this one runs many thousand tests. */
const timeoutMs = 1_800_000;

/**
 * Runs all tests of all projects. The step fails when tests are skipped, because they prove nothing, and when a
 * declared response was never observed.
 */
export async function runTests(root: string): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-checks-'));
  try {
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
      { cwd: root, timeoutMs, env: { OBSERVED_RESPONSES: observed } },
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
    return { ...outcome, tests: { passed: counts.numPassedTests, failed: counts.numFailedTests } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
