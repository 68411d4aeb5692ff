import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import type { Mutant } from './mutants.ts';

/** Names a mutant without its line, so that other changes of its file leave the name as it is. */
const nameSchema = Type.Object({
  file: Type.String(),
  within: Type.String(),
  operator: Type.String(),
  from: Type.String(),
  to: Type.String(),
});
type MutantName = Static<typeof nameSchema>;

const equivalentSchema = Type.Array(
  Type.Object({ ...nameSchema.properties, reason: Type.String({ minLength: 20 }) }),
);
/** Text by which mutants and entries are compared; two equal changes in one declaration have the same. */
export function nameOf({ file, from, operator, to, within }: MutantName): string {
  return JSON.stringify([file, within, operator, from, to]);
}

/** The lists that are kept: mutants that change nothing, with the reason, and those that no test notices yet. */
export interface KeptMutants {
  readonly equivalent: ReadonlySet<string>;
  readonly untested: ReadonlySet<string>;
}

const equivalentPath = join(import.meta.dirname, 'equivalent.json');
/** One mutant per line: file, declaration, operator, text before and after. */
const untestedPath = join(import.meta.dirname, 'untested.tsv');

export function readKept(): KeptMutants {
  const equivalent = Parse(equivalentSchema, JSON.parse(readFileSync(equivalentPath, 'utf8')));
  return { equivalent: new Set(equivalent.map(nameOf)), untested: new Set(readUntested().map(nameOf)) };
}

function readUntested(): readonly MutantName[] {
  const lines = readFileSync(untestedPath, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [file = '', within = '', operator = '', from = '', to = ''] = line.split('\t');
      return { file, within, operator, from, to };
    });
}

/** Names of equivalent mutants that do not exist any more: their reasons are about other code. */
export function staleEntries(
  { equivalent }: Pick<KeptMutants, 'equivalent'>,
  mutants: readonly Mutant[],
): readonly string[] {
  const existing = new Set(mutants.map(nameOf));
  return [...equivalent].filter((name) => !existing.has(name));
}

/** Writes the list of mutants that no test notices; entries of files that were not tried stay. */
export async function writeUntested(tried: readonly Mutant[], open: readonly Mutant[]): Promise<void> {
  const files = new Set(tried.map(({ file }) => file));
  const entries = [...readUntested().filter(({ file }) => !files.has(file)), ...open];
  const lines = entries.map(({ file, from, operator, to, within }) =>
    [file, within, operator, from, to].join('\t'),
  );
  await writeFile(untestedPath, `${[...new Set(lines)].toSorted().join('\n')}\n`);
}
