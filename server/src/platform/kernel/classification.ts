/** One literal of a classification. */
export interface ClassificationValue {
  readonly literal: string;
  readonly code: string;
  readonly description: string;
  readonly parentLiteral?: string;
}

/** A list of literals that a member of an interface is restricted to. */
export interface ClassificationSchema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly values: readonly ClassificationValue[];
}

/** The details of each literal: its description, and a code or a parent if there is one. */
interface Details<L extends string> {
  readonly descriptions: Readonly<Record<L, string>>;
  readonly codes?: Readonly<Record<L, string>>;
  readonly parents?: Readonly<Record<L, string>>;
}

const codeDigits = 3;

/** Returns the values of a list of literals; without a standard the code is the position in the list. */
export function valuesOf<L extends string>(
  literals: readonly L[],
  { descriptions, codes, parents }: Details<L>,
): readonly ClassificationValue[] {
  return literals.map((literal, index) => ({
    literal,
    code: codes?.[literal] ?? String(index + 1).padStart(codeDigits, '0'),
    description: descriptions[literal],
    ...(parents === undefined ? {} : { parentLiteral: parents[literal] }),
  }));
}

/** Returns the literal of a title of a standard. */
export function literalFrom(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
