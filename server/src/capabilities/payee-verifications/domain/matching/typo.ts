import { editDistance } from './edit-distance.ts';

/** SPEC xs2a-2026 2.6 rule 4. Lengths are those of the name on the account. */
const similarityMin = 0.85;
const wordEditsMax = 2;
const editsMax = 3;

/** Returns whether two names are equal but for typos. `any-order` pairs the words up; `in-order` takes them as they stand. */
export function isTypo(
  held: readonly string[],
  given: readonly string[],
  order: 'any-order' | 'in-order',
): boolean {
  if (held.length !== given.length) return false;
  const letters = held.join('').length;
  const limit = Math.min(allowedInAll(letters), Math.floor((1 - similarityMin) * letters + 1e-9));
  if (limit === 0) return false;
  const edits = order === 'in-order' ? editsInOrder(held, given) : fewestEdits(...unequal(held, given));
  return edits > 0 && edits <= limit;
}

function allowedInWord(letters: number): number {
  if (letters <= 3) return 0;
  return letters <= 7 ? 1 : wordEditsMax;
}

function allowedInAll(letters: number): number {
  if (letters < 5) return 0;
  if (letters < 10) return 1;
  return letters < 20 ? 2 : editsMax;
}

function editsInOrder(held: readonly string[], given: readonly string[]): number {
  return held.reduce((sum, word, place) => sum + wordEdits(word, given[place] ?? ''), 0);
}

/** Returns the edits between two words; infinite if they are too many for the word. */
function wordEdits(held: string, given: string): number {
  const limit = allowedInWord(held.length);
  const edits = editDistance(held, given, limit);
  return edits > limit ? Number.POSITIVE_INFINITY : edits;
}

/** Returns the words of both names that the other one does not have. */
function unequal(
  held: readonly string[],
  given: readonly string[],
): [held: readonly string[], given: readonly string[]] {
  const left = [...given];
  const heldLeft = held.filter((word) => {
    const place = left.indexOf(word);
    if (place === -1) return true;
    left.splice(place, 1);
    return false;
  });
  return [heldLeft, left];
}

/** Returns the edits of the best pairing. More words than edits are never a typo, so few pairings are tried. */
function fewestEdits(held: readonly string[], given: readonly string[]): number {
  const [first, ...rest] = held;
  if (first === undefined) return 0;
  if (held.length > editsMax) return Number.POSITIVE_INFINITY;
  return Math.min(
    ...given.map((word, place) => {
      const edits = wordEdits(first, word);
      return Number.isFinite(edits) ? edits + fewestEdits(rest, given.toSpliced(place, 1)) : edits;
    }),
  );
}
