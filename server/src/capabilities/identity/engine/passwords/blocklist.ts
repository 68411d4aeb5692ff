import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { candidateForms, foldWord } from '#capabilities/identity/domain/passwords/word-forms.ts';

/** Common passwords nobody shall choose. Asked for a word, never for the words. */
export interface Blocklist {
  /** Whether this is a common word, or one with digits around it, with accents, or with signs for letters. */
  has(word: string): boolean;
  /** Whether it is a common word just as it stands, but for case and accents. */
  holds(word: string): boolean;
  /** How many words it knows. */
  readonly size: number;
}

/** What a bank may add. */
export interface BlocklistOptions {
  readonly extraWords?: readonly string[];
}

/** How much of a digest is kept of each word. Among 500,000 words, one stranger in two million looks like one of them. */
export const digestBytes = 5;
/** SPEC §11, password-blocklist-min. A list cut short must not pass unnoticed. */
const wordsMin = 100_000;
const extraWordsMax = 100_000;

const file = new URL('../../../../../passwords/blocklist.bin', import.meta.url);

/** The beginning of a word's digest, as the file holds it: all spellings that fold to one are one word. */
export function digestOf(folded: string): Buffer {
  return hash('sha256', folded, 'buffer').subarray(0, digestBytes);
}

/** Reads the list that comes with the product; the words themselves are not in it. */
export async function openBlocklist({ extraWords = [] }: BlocklistOptions = {}): Promise<Blocklist> {
  const digests = await readFile(file);
  assert(digests.length % digestBytes === 0, 'the list of common passwords is cut off');
  const count = digests.length / digestBytes;
  assert(count >= wordsMin, 'the list of common passwords is too short');
  assert(extraWords.length <= extraWordsMax, 'a bank adds too many words');
  const extra = new Set(extraWords.map(foldWord).filter((word) => word !== ''));
  const holdsFolded = (folded: string): boolean => extra.has(folded) || includes(digests, digestOf(folded));
  return {
    has: (word) => candidateForms(word).some(holdsFolded),
    holds: (word) => holdsFolded(foldWord(word)),
    size: count + extra.size,
  };
}

function includes(digests: Buffer, wanted: Buffer): boolean {
  let from = 0;
  let to = digests.length / digestBytes;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const start = middle * digestBytes;
    const order = wanted.compare(digests, start, start + digestBytes);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}
