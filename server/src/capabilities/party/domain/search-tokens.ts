/** Letters at the beginning of a word by which it is paired with others. */
const pairedLetters = 3;
/** Letters by which a word is narrowed down when too many begin alike to name them all. */
const narrowLetters = 4;

/**
 * What the index knows parties by. Whoever is proposed by a token is looked at before being found; that nobody is left
 * out depends on the database making the same tokens of a party's words.
 */
export type SearchToken = string;

/** The beginning by which a word is paired with others; house numbers are not. */
export function beginningOf(word: string): string | undefined {
  return /^\d{1,2}$/v.test(word) ? undefined : Array.from(word).slice(0, pairedLetters).join('');
}

/** Whether more than one beginning begins with the word. */
export function isShort(word: string): boolean {
  return Array.from(word).length < pairedLetters;
}

/** Everybody who has the word. */
export function wordToken(word: string): SearchToken {
  return `w ${word}`;
}

/** Everybody who has a word that begins like this one. */
export function beginningToken(word: string): SearchToken {
  return `b ${Array.from(word).slice(0, narrowLetters).join('')}`;
}

/** Everybody who has two words with these beginnings, which may be the same. */
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

/** By code points, as the database compares; a comparison of strings goes by halves of them. */
function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((letter, place) => letter !== other[place]);
  if (at < 0) return one.length < other.length;
  return (one[at]?.codePointAt(0) ?? 0) < (other[at]?.codePointAt(0) ?? 0);
}

/** Everybody with more pairs than are kept. */
export const manyPairsToken: SearchToken = 'm';

/** Everybody served by a unit. */
export function unitToken(unit: string): SearchToken {
  return `u ${unit}`;
}

const kilometresPerDegree = 110;
const degreesAround = 360;
const polarFrom = 89;

/** The squares of one degree that a circle touches, and perhaps some beside it. */
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
  // Near a pole a few steps lead around the world.
  const east = widest >= polarFrom ? degreesAround / 2 : north / Math.cos((widest * Math.PI) / 180);
  const tokens = new Set<SearchToken>();
  for (let row = Math.floor(lat - north); row <= Math.floor(lat + north); row += 1) {
    for (let column = Math.floor(long - east); column <= Math.floor(long + east); column += 1)
      tokens.add(`c ${row} ${((column % degreesAround) + degreesAround) % degreesAround}`);
  }
  return [...tokens];
}
