/** One word of a classification. */
export interface ClassificationValue {
  readonly literal: string;
  readonly code: string;
  readonly description: string;
  readonly parentLiteral?: string;
}

/** A list of words that a member of an interface is restricted to. */
export interface ClassificationSchema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly values: readonly ClassificationValue[];
}

/** What is said about each word: nothing but its description, unless a standard has a code or the word a parent. */
interface Details<L extends string> {
  readonly descriptions: Readonly<Record<L, string>>;
  readonly codes?: Readonly<Record<L, string>>;
  readonly parents?: Readonly<Record<L, string>>;
}

const codeDigits = 3;

/** The values for a list of words; without a standard the code is the place in the list. */
export function valuesOf<L extends string>(
  literals: readonly L[],
  { descriptions, codes, parents }: Details<L>,
): readonly ClassificationValue[] {
  return literals.map((literal, place) => ({
    literal,
    code: codes?.[literal] ?? String(place + 1).padStart(codeDigits, '0'),
    description: descriptions[literal],
    ...(parents === undefined ? {} : { parentLiteral: parents[literal] }),
  }));
}

/** The word for a title of a standard. */
export function literalFrom(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
