import { type KeptMutants, nameOf } from './kept-mutants.ts';
import type { Mutant } from './mutants.ts';
import type { Result } from './results.ts';
import type { Target } from './targets.ts';

/** One line for a mutant. */
export function survivorText({ file, from, line, operator, to, within }: Mutant): string {
  return `${file}:${line} ${within} ${operator}: ${from === '' ? '(nothing)' : from} → ${to === '' ? '(nothing)' : to}`;
}

interface Count {
  mutants: number;
  killed: number;
  survived: number;
  unreached: number;
  refused: number;
  equivalent: number;
}

/** Prints for each file and in total how many mutants the tests notice; those that change nothing do not count. */
export function printTable(
  targets: readonly Target[],
  results: ReadonlyMap<Mutant, Result>,
  { equivalent }: KeptMutants,
): void {
  const total: Count = { mutants: 0, killed: 0, survived: 0, unreached: 0, refused: 0, equivalent: 0 };
  console.log('\nmutants  killed  survived  unreached  refused  equivalent   score');
  for (const { file, mutated } of targets) {
    const count: Count = { mutants: 0, killed: 0, survived: 0, unreached: 0, refused: 0, equivalent: 0 };
    for (const mutant of mutated.mutants) {
      const result = results.get(mutant);
      if (result === undefined) continue;
      count.mutants += 1;
      count[columnOf(result, equivalent.has(nameOf(mutant)))] += 1;
    }
    for (const name of ['mutants', 'killed', 'survived', 'unreached', 'refused', 'equivalent'] as const)
      total[name] += count[name];
    console.log(`${rowOf(count)}  ${file.replace('server/src/capabilities/', '')}`);
  }
  console.log(`${rowOf(total)}  total`);
}

function columnOf({ status }: Result, isEquivalent: boolean): Exclude<keyof Count, 'mutants'> {
  if (status === 'killed' || status === 'hung') return 'killed';
  return isEquivalent ? 'equivalent' : status;
}

function rowOf({ equivalent, killed, mutants, refused, survived, unreached }: Count): string {
  const counted = mutants - refused - equivalent;
  const score = counted === 0 ? '–' : `${((100 * killed) / counted).toFixed(1)} %`;
  return [
    String(mutants).padStart(7),
    String(killed).padStart(8),
    String(survived).padStart(10),
    String(unreached).padStart(11),
    String(refused).padStart(9),
    String(equivalent).padStart(12),
    score.padStart(8),
  ].join('');
}
