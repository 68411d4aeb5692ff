import { type Contract, problemsOf } from '../../server/src/platform/http/contract.ts';
import type { Chance } from '../harness/chance.ts';
import { type Figure, table } from '../harness/report.ts';

/** What a run saw. */
export interface FuzzTally {
  readonly statuses: Map<number, number>;
  readonly findings: string[];
}

/** Returns a tally of a run that has not begun. */
export function newTally(): FuzzTally {
  return { statuses: new Map(), findings: [] };
}

/** Counts a response, and records one that is 5xx or not declared. */
export function recordResponse(
  { findings, statuses }: FuzzTally,
  contract: Contract,
  { request, status, text }: { readonly request: object; readonly status: number; readonly text: string },
): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const error = evaluate(contract, status, text);
  if (error !== undefined) findings.push(`${contract.operationId}: ${error} ${JSON.stringify(request)}`);
}

/** Prints what was found. */
export function fuzzFigures({ findings, statuses }: FuzzTally): readonly Figure[] {
  for (const finding of findings.slice(0, 20)) console.log(finding);
  console.log(
    table(
      ['response', 'requests'],
      [...statuses].toSorted(([left], [right]) => left - right).map(([status, times]) => [status, times]),
    ),
  );
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return [
    {
      name: 'responses 5xx or undeclared',
      figure: `${findings.length} of ${sent}`,
      goal: '0',
      isReached: findings.length === 0 && sent > 0,
    },
  ];
}

const odd: readonly unknown[] = [
  null,
  '',
  ' ',
  'x',
  'ß\u0301',
  '\u202e',
  'A'.repeat(400),
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  '-1',
  0,
  -1,
  1e21,
  0.1,
  true,
  [],
  [null],
  {},
  { kind: 'phone' },
  'DE',
  'ZZ',
  '+4915112345678',
  'a@b',
  'constructor',
  '__proto__',
];

/** Returns the value with one inner member replaced, removed or added. */
export function spoiled(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || (chance.integer(0, 2) === 0 && !Array.isArray(value)))
    return chance.oneOf(odd);
  if (Array.isArray(value)) return value.map((element: unknown) => spoiled(element, chance));
  const names = Object.keys(value);
  const name = names.length === 0 || chance.integer(0, 9) === 0 ? 'unheard-of' : chance.oneOf(names);
  const inner: unknown = Reflect.get(value, name);
  return { ...value, [name]: spoiled(inner, chance) };
}

function evaluate(contract: Contract, status: number, text: string): string | undefined {
  if (status >= 500) return `responded ${status} ${text.slice(0, 200)}`;
  const { describeProblem } = contract.interface.dialect;
  const declared = new Set([
    304,
    ...Object.keys(contract.responses).map(Number),
    ...problemsOf(contract).map(({ entry, literal }) => describeProblem(entry, literal).status),
  ]);
  return declared.has(status) ? undefined : `undeclared ${status}`;
}
