import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { refusedByCompiler } from './mutate/compiler.ts';
import { nameOf, readKept, staleEntries, writeUntested } from './mutate/kept-mutants.ts';
import type { Mutant } from './mutate/mutants.ts';
import { printTable, survivorText } from './mutate/print-results.ts';
import { keepResult, type Result, readResults, startResults } from './mutate/results.ts';
import { runMutants } from './mutate/run-mutants.ts';
import { listTargets, type Target } from './mutate/targets.ts';

/**
 * `npm run mutate` changes what decides about money in thousands of small ways, one at a time, and runs the tests of
 * the file: a change that no test notices is printed. Results are kept in `.cache/mutate`, so that a run that was cut
 * off goes on; `--fresh` ignores them. `--file PART` takes the files whose path contains it, `--list` prints the mutants,
 * `--seed N --sample 40` tries some of them and fails if one survives that is on no list, `--keep-untested` writes the
 * list of those that no test notices yet.
 */
const { values: options } = parseArgs({
  options: {
    file: { type: 'string', multiple: true },
    fresh: { type: 'boolean', default: false },
    'keep-untested': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    sample: { type: 'string' },
    seed: { type: 'string', default: process.env['SEED'] ?? '1' },
    workers: { type: 'string', default: '2' },
  },
});
/** Of all mutants many survive a property, of a sample hardly any. */
const propertyMaxMs = { all: 3_000, sample: 10_000 } as const;

const parts = options.file ?? [];
const targets = await listTargets((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
const mutants = targets.flatMap(({ mutated }) => mutated.mutants);
const kept = readKept();

const errors = parts.length === 0 ? staleEntries(kept, mutants).map((name) => `no such mutant: ${name}`) : [];

/** The same seed takes the same mutants, also after other ones have come or gone. */
function sampled(count: number): ReadonlySet<Mutant> {
  const placeOf = (mutant: Mutant): string =>
    createHash('sha256')
      .update(`${options.seed} ${nameOf(mutant)}`)
      .digest('hex');
  const known = (mutant: Mutant): boolean =>
    kept.equivalent.has(nameOf(mutant)) || kept.untested.has(nameOf(mutant));
  const placed = mutants
    .filter((mutant) => !known(mutant))
    .map((mutant) => ({ mutant, place: placeOf(mutant) }));
  const sorted = placed.toSorted((one, other) => (one.place < other.place ? -1 : 1));
  return new Set(sorted.slice(0, count).map(({ mutant }) => mutant));
}

const chosen = options.sample === undefined ? new Set(mutants) : sampled(Number(options.sample));
const isSample = options.sample !== undefined;
const deadlineMs = Date.now() + Number(options.minutes) * 60_000;
const results = new Map<Mutant, Result>();

async function tryTarget(target: Target): Promise<void> {
  const own = target.mutated.mutants.filter((mutant) => chosen.has(mutant));
  if (own.length === 0) return;
  const byId = new Map(own.map((mutant) => [mutant.id, mutant]));
  const note = (result: Result): void => {
    const mutant = byId.get(result.id);
    if (mutant !== undefined) results.set(mutant, result);
  };
  const earlier = options.fresh || isSample ? [] : await readResults(target);
  earlier.forEach(note);
  if (!isSample) await startResults(target, earlier);
  const done = new Set(earlier.map(({ id }) => id));
  await runMutants(target, {
    ids: own.map(({ id }) => id).filter((id) => !done.has(id)),
    deadlineMs,
    propertyMaxMs: isSample ? propertyMaxMs.sample : propertyMaxMs.all,
    keep: async (result) => {
      note(result);
      if (!isSample) await keepResult(target, result);
    },
    onBroken: (test, error) => {
      const text = `${target.file}: fails without a mutant: ${test}: ${error.split('\n', 1).join('')}`;
      // A test that counts its cases may fail where properties are cut short; it then notices no mutant.
      if (isSample) errors.push(text);
      else console.log(text);
    },
  });
}

function printMutants(): void {
  for (const mutant of mutants) console.log(survivorText(mutant));
  console.log(`${mutants.length} mutants in ${targets.length} files`);
}

/** Several files at a time, the longest first, so that no worker is left alone at the end. */
async function tryTargets(): Promise<void> {
  const waiting = targets
    .toSorted((one, other) => other.mutated.mutants.length - one.mutated.mutants.length)
    .values();
  const work = async (): Promise<void> => {
    for (const target of waiting) await tryTarget(target);
  };
  await Promise.all(Array.from({ length: Number(options.workers) }, work));
}

const isUnnoticed = ({ status }: Result): boolean => status === 'survived' || status === 'unreached';

/** Takes out of the survivors what the compiler refuses. */
async function refuseUncompiled(): Promise<void> {
  const targetOf = new Map(targets.map((target) => [target.file, target]));
  const suspects = [...results].flatMap(([mutant, result]) => {
    const target = targetOf.get(mutant.file);
    return isUnnoticed(result) && target !== undefined ? [{ mutant, mutated: target.mutated }] : [];
  });
  for (const mutant of refusedByCompiler(suspects)) {
    const result: Result = { id: mutant.id, status: 'refused' };
    results.set(mutant, result);
    const target = targetOf.get(mutant.file);
    if (!isSample && target !== undefined) await keepResult(target, result);
  }
}

/** Entries of the list of equivalent mutants that are not true: a test notices the mutant, or the compiler refuses it. */
function untrueEntries(unnoticed: readonly Mutant[]): readonly string[] {
  const names = new Set(unnoticed.map(nameOf));
  return [...results.keys()]
    .filter((mutant) => kept.equivalent.has(nameOf(mutant)) && !names.has(nameOf(mutant)))
    .map((mutant) => `listed as equivalent, but ${results.get(mutant)?.status}: ${survivorText(mutant)}`);
}

async function tryMutants(): Promise<void> {
  const startedAtMs = performance.now();
  await tryTargets();
  await refuseUncompiled();
  const unnoticed = [...results].filter(([, result]) => isUnnoticed(result)).map(([mutant]) => mutant);
  const open = unnoticed.filter((mutant) => !kept.equivalent.has(nameOf(mutant)));
  for (const mutant of open) console.log(`${results.get(mutant)?.status}  ${survivorText(mutant)}`);
  if (!isSample) printTable(targets, results, kept);
  errors.push(...untrueEntries(unnoticed));
  if (options['keep-untested']) await writeUntested([...results.keys()], open);
  const fresh = open.filter((mutant) => !kept.untested.has(nameOf(mutant)));
  if (isSample) errors.push(...fresh.map((mutant) => `no test notices: ${survivorText(mutant)}`));
  const untried = chosen.size - results.size;
  if (untried > 0) errors.push(`${untried} mutants were not tried; run it again to go on`);
  for (const error of errors) console.error(error);
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
  console.log(
    `${results.size} of ${chosen.size} mutants tried, ${open.length} not noticed, ${unnoticed.length - open.length} change nothing; SEED=${options.seed}, ${seconds} s`,
  );
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (options.list) printMutants();
else await tryMutants();
