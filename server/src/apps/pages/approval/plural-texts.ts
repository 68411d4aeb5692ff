/** A text by number: one form for each plural category that one of the languages has. */
export interface PluralTexts {
  readonly one: string;
  readonly two: string;
  readonly few: string;
  readonly many: string;
  readonly other: string;
}

/** Returns the forms of a language that distinguishes one from several. */
export function oneOrSeveral(one: string, other: string): PluralTexts {
  return { one, two: other, few: other, many: other, other };
}
