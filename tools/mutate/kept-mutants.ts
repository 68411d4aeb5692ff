import { readFileSync } from 'node:fs';
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
const untestedSchema = Type.Array(nameSchema);

/** Text by which mutants and entries are compared; two equal changes in one declaration have the same. */
export function nameOf({ file, from, operator, to, within }: MutantName): string {
  return JSON.stringify([file, within, operator, from, to]);
}

/** The lists that are kept: mutants that change nothing, with the reason, and those that no test notices yet. */
export interface KeptMutants {
  readonly equivalent: ReadonlySet<string>;
  readonly untested: ReadonlySet<string>;
}

export const untestedPath: string = join(import.meta.dirname, 'untested.json');

export function readKept(): KeptMutants {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const equivalent = Parse(equivalentSchema, read(join(import.meta.dirname, 'equivalent.json')));
  const untested = Parse(untestedSchema, read(untestedPath));
  return {
    equivalent: new Set(equivalent.map(nameOf)),
    untested: new Set(untested.map(nameOf)),
  };
}

/** Names of entries that no mutant of these files has any more. */
export function staleEntries(
  { equivalent, untested }: KeptMutants,
  mutants: readonly Mutant[],
): readonly string[] {
  const existing = new Set(mutants.map(nameOf));
  return [...equivalent, ...untested].filter((name) => !existing.has(name));
}
