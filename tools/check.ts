import { parseArgs } from 'node:util';
import { compileCache } from '../server/src/platform/testing/compile-cache.ts';
import { type CheckSize, checkSizes } from '../server/src/platform/testing/random-runs.ts';
import { changedSteps } from './checks/changed.ts';
import { limitCompileCache } from './checks/compile-cache.ts';
import type { Outcome } from './checks/outcome.ts';
import { loneSteps, patientSteps, quickSteps, readingSteps, type Step } from './checks/steps.ts';
import { repositoryRoot } from './repository.ts';

/**
 * `npm run check` runs the static checks, the tests and the main flows in a browser. `--full` adds the torture runs and
 * the benches, and is what `.ci/run` runs; `--changed` checks only what differs from `main`, or from `--since REF`.
 * `--only lint,types` runs some of the steps, `--root` checks another copy of the repository. Every step runs, even
 * after another one failed; only failed steps print their output. The last line counts steps and tests.
 */
const { values: options } = parseArgs({
  options: {
    changed: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    root: { type: 'string' },
    since: { type: 'string', default: 'main' },
  },
});
const root = options.root ?? repositoryRoot;

/** The checks use a fixed seed, so that a failure comes from the change; the nightly runs use random seeds. */
process.env['SEED'] ??= '20261115';

// For the tools themselves, and for the programs they start.
Object.assign(process.env, compileCache);
await limitCompileCache(compileCache.NODE_COMPILE_CACHE);

/** Static checks, and runs that mostly wait, run two at a time: the checks assume two cores. */
const atOnceMax = 2;
const nameWidth = 18;

interface Counts {
  passed: number;
  failed: number;
}

/** Returns a filter for the steps named by `--only`. */
function chosen(wanted: readonly string[]): (step: Step) => boolean {
  const known = [...readingSteps, ...patientSteps, ...quickSteps, ...loneSteps].map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`no such step: ${unknown.join(', ')}\nsteps: ${known.join(', ')}`);
    process.exit(2);
  }
  return ({ name }) => wanted.includes(name);
}

/** Runs one step and prints its result; a step that throws has failed. */
async function runStep(step: Step, counts: Counts): Promise<void> {
  const startedAtMs = performance.now();
  const outcome = await step.run(root).catch(broken);
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  console.log(
    `${outcome.isPassed ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(nameWidth)}${seconds.padStart(6)} s`,
  );
  for (const note of outcome.notes ?? []) console.log(`      ${note}`);
  if (!outcome.isPassed) console.log(`\n${outcome.output.trimEnd()}\n`);
  counts[outcome.isPassed ? 'passed' : 'failed'] += 1;
  counts.passed += outcome.tests?.passed ?? 0;
  counts.failed += outcome.tests?.failed ?? 0;
}

function broken(error: unknown): Outcome {
  return { isPassed: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Runs steps in order, `atOnce` of them at a time. */
async function runSteps(steps: readonly Step[], atOnce: number, counts: Counts): Promise<void> {
  const waiting = steps.values();
  const work = async (): Promise<void> => {
    for (const step of waiting) await runStep(step, counts);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Steps that may run two at a time, and steps that run alone. */
async function stepsOfRun(): Promise<{ readonly shared: readonly Step[]; readonly lone: readonly Step[] }> {
  if (options.changed && (options.full || options.only !== undefined)) {
    console.error('--changed cannot be combined with --full or --only');
    process.exit(2);
  }
  if (options.changed) return changedSteps(root, options.since);
  if (options.only === undefined)
    return options.full
      ? { shared: [...readingSteps, ...patientSteps], lone: loneSteps }
      : { shared: readingSteps, lone: quickSteps };
  const isChosen = chosen(options.only.split(','));
  return {
    shared: [...readingSteps, ...patientSteps].filter(isChosen),
    // A set, because both lists have the tests.
    lone: [...new Set([...quickSteps, ...loneSteps])].filter(isChosen),
  };
}

/** `randomRuns` reads it: server/src/platform/testing/random-runs.ts. */
const size: CheckSize = options.full ? 'full' : 'quick';
process.env['CHECKS'] = size;
console.log(`SEED=${process.env['SEED']}, ${checkSizes[size].share * 100} % of the random cases`);
const startedAtMs = performance.now();
const counts: Counts = { passed: 0, failed: 0 };
const { lone, shared } = await stepsOfRun();
await runSteps(shared, atOnceMax, counts);
await runSteps(lone, 1, counts);
console.log(`${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`);
process.exitCode = counts.failed === 0 ? 0 : 1;
console.log(`${counts.passed} passed, ${counts.failed} failed`);
