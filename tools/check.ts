import { parseArgs } from 'node:util';
import type { Outcome } from './checks/outcome.ts';
import { loneSteps, patientSteps, readingSteps, type Step } from './checks/steps.ts';
import { repositoryRoot } from './repository.ts';

/**
 * `npm run check`: the gate. Every step runs, whatever the others found; only those that fail are heard. The last line
 * counts steps and tests. `--only lint,types` runs some of the steps, `--root` judges another copy of the repository.
 */
const { values: given } = parseArgs({ options: { only: { type: 'string' }, root: { type: 'string' } } });
const root = given.root ?? repositoryRoot;

/** The gate draws the same random values each time, so that it fails for what a change did; the nightly runs draw others. */
process.env['SEED'] ??= '20261115';

/** Readers, and runs that mostly wait, at a time; the gate is made for two cores. */
const atOnceMax = 2;
const nameWidth = 18;

interface Counts {
  passed: number;
  failed: number;
}

/** Names given by `--only`, or everything. */
function chosen(): (step: Step) => boolean {
  const wanted = given.only?.split(',');
  if (wanted === undefined) return () => true;
  const known = [...readingSteps, ...patientSteps, ...loneSteps].map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`no such step: ${unknown.join(', ')}\nsteps: ${known.join(', ')}`);
    process.exit(2);
  }
  return ({ name }) => wanted.includes(name);
}

/** Runs one step and says how it went; a step that breaks has failed. */
async function take(step: Step, counts: Counts): Promise<void> {
  const startedAtMs = performance.now();
  const outcome = await step.run(root).catch(broken);
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  console.log(
    `${outcome.isPassed ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(nameWidth)}${seconds.padStart(6)} s`,
  );
  if (!outcome.isPassed) console.log(`\n${outcome.output.trimEnd()}\n`);
  counts[outcome.isPassed ? 'passed' : 'failed'] += 1;
  counts.passed += outcome.tests?.passed ?? 0;
  counts.failed += outcome.tests?.failed ?? 0;
}

function broken(error: unknown): Outcome {
  return { isPassed: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** So many at a time, in the order given. */
async function takeAll(steps: readonly Step[], atOnce: number, counts: Counts): Promise<void> {
  const waiting = steps.values();
  const work = async (): Promise<void> => {
    for (const step of waiting) await take(step, counts);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const isChosen = chosen();
const counts: Counts = { passed: 0, failed: 0 };
await takeAll(readingSteps.filter(isChosen), atOnceMax, counts);
await takeAll(patientSteps.filter(isChosen), atOnceMax, counts);
await takeAll(loneSteps.filter(isChosen), 1, counts);
process.exitCode = counts.failed === 0 ? 0 : 1;
console.log(`${counts.passed} passed, ${counts.failed} failed`);
