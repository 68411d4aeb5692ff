import { searchFuzzyMin } from './policy.ts';

/**
 * Returns whether two words are equal but for one typo: a letter wrong, missing, extra, or swapped with its
 * neighbour. Letters are code points.
 */
export function isWithinOneTypo(one: string, other: string): boolean {
  if (one === other) return true;
  const first = Array.from(one);
  const second = Array.from(other);
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (long.length - short.length > 1) return false;
  const at = firstDifference(short, long);
  if (long.length > short.length) return sameFrom(short, at, long.slice(at + 1));
  return sameFrom(short, at + 1, long.slice(at + 1)) || isSwap(short, long, at);
}

/** Returns the distinct words that result from deleting one letter: two words within one typo have one in common. */
export function deletionsOf(word: string): readonly string[] {
  const letters = Array.from(word);
  return [...new Set(letters.map((_, place) => letters.toSpliced(place, 1).join('')))];
}

function firstDifference(short: readonly string[], long: readonly string[]): number {
  const at = short.findIndex((letter, place) => letter !== long[place]);
  return at === -1 ? short.length : at;
}

function sameFrom(letters: readonly string[], start: number, rest: readonly string[]): boolean {
  return (
    letters.length - start === rest.length && rest.every((letter, place) => letter === letters[start + place])
  );
}

function isSwap(one: readonly string[], other: readonly string[], at: number): boolean {
  return one[at] === other[at + 1] && one[at + 1] === other[at] && sameFrom(one, at + 2, other.slice(at + 2));
}

/**
 * Returns whether a term may be a mistyped word. The intended word decides whether it is long enough: a user who
 * omits one letter of five types four.
 */
// GAP: whether `search-fuzzy-min` counts the letters typed or those meant. ADR-0025
export function isMistyped(term: string, word: string): boolean {
  const letters = Math.max(Array.from(term).length, Array.from(word).length);
  return letters >= searchFuzzyMin && isWithinOneTypo(term, word);
}
