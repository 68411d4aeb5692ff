/** Length of the prefix by which a word is paired with others. */
const pairedLetters = 3;
/** Length of the prefix by which a word is narrowed down when too many words share the shorter one. */
const narrowLetters = 4;

/**
 * A key of the search index. Each party proposed by a token is checked before it becomes a hit. No party is missed
 * only if the database generates the same tokens from the words of a party.
 */
export type SearchToken = string;

/** Returns the prefix by which a word is paired with others; undefined for building numbers, which are not paired. */
export function beginningOf(word: string): string | undefined {
  return /^\d{1,2}$/v.test(word) ? undefined : Array.from(word).slice(0, pairedLetters).join('');
}

/** Returns whether more than one prefix begins with the word. */
export function isShort(word: string): boolean {
  return Array.from(word).length < pairedLetters;
}

/** Returns the token of all parties that have the word. */
export function wordToken(word: string): SearchToken {
  return `w ${word}`;
}

/** Returns the token of all parties that have a word with the same prefix. */
export function beginningToken(word: string): SearchToken {
  return `b ${Array.from(word).slice(0, narrowLetters).join('')}`;
}

/** Returns the token of all parties that have two words with these prefixes, which may be equal. */
export function pairToken(one: string, other: string): SearchToken {
  return `p ${inOrder(one, other)}`;
}

/** The same, both in names. */
export function namePairToken(one: string, other: string): SearchToken {
  return `n ${inOrder(one, other)}`;
}

function inOrder(one: string, other: string): string {
  return isBefore(Array.from(one), Array.from(other)) ? `${one} ${other}` : `${other} ${one}`;
}

/** Compares code points, as the database does; a string comparison uses UTF-16 code units. */
function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((letter, place) => letter !== other[place]);
  if (at < 0) return one.length < other.length;
  return (one[at]?.codePointAt(0) ?? 0) < (other[at]?.codePointAt(0) ?? 0);
}

/** The token of all parties with more pairs than the index stores. */
export const manyPairsToken: SearchToken = 'm';

/** Returns the token of all parties served by a unit. */
export function unitToken(unit: string): SearchToken {
  return `u ${unit}`;
}

const kilometresPerDegree = 110;
const degreesAround = 360;
const polarFrom = 89;

/** Returns the tokens of the one-degree cells that a circle touches, and perhaps of some beside it. */
export function cellTokensAround({
  lat,
  long,
  radiusKm,
}: {
  readonly lat: number;
  readonly long: number;
  readonly radiusKm: number;
}): readonly SearchToken[] {
  const north = radiusKm / kilometresPerDegree;
  const widest = Math.abs(lat) + north;
  // Near a pole a few degrees of longitude cover the whole circle.
  const east = widest >= polarFrom ? degreesAround / 2 : north / Math.cos((widest * Math.PI) / 180);
  const tokens = new Set<SearchToken>();
  for (let row = Math.floor(lat - north); row <= Math.floor(lat + north); row += 1) {
    for (let column = Math.floor(long - east); column <= Math.floor(long + east); column += 1)
      tokens.add(`c ${row} ${((column % degreesAround) + degreesAround) % degreesAround}`);
  }
  return [...tokens];
}
