import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { run } from './command.ts';
import type { Outcome } from './outcome.ts';

const report = Type.Object({
  numPassedTests: Type.Integer(),
  numFailedTests: Type.Integer(),
  numPendingTests: Type.Integer(),
  numTodoTests: Type.Integer(),
});

/** Longer than for any other step: this one runs many thousand tests. */
const timeoutMs = 1_800_000;

/** Runs all tests of all projects. Skipped tests make the step fail, because they prove nothing. */
export async function runTests(root: string): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-checks-'));
  try {
    const file = join(folder, 'tests.json');
    const { code, output } = await run(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      { cwd: root, timeoutMs },
    );
    const text = await readFile(file, 'utf8').catch(() => undefined);
    // Without a report no test counts as passed.
    if (text === undefined) return { isPassed: false, output, tests: { passed: 0, failed: 0 } };
    const counts = Parse(report, JSON.parse(text));
    const skipped = counts.numPendingTests + counts.numTodoTests;
    return {
      isPassed: code === 0 && skipped === 0,
      output: skipped === 0 ? output : `${output}\n${skipped} tests were skipped`,
      tests: { passed: counts.numPassedTests, failed: counts.numFailedTests },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
