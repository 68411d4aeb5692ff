import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { candidateForms, foldWord } from '#capabilities/identity/domain/passwords/word-forms.ts';

/** Common passwords that users must not choose. Supports look-ups only; the words cannot be listed. */
export interface Blocklist {
  /** Returns whether this is a common word, also with digits around it, accents, or symbols in place of letters. */
  has(word: string): boolean;
  /** Returns whether this is a common word, ignoring case and accents only. */
  includesWord(word: string): boolean;
  /** The number of words. */
  readonly size: number;
}

/** Additional words of a bank. */
export interface BlocklistOptions {
  readonly extraWords?: readonly string[];
}

/** Bytes stored of each word's hash. Among 500,000 words, one other word in two million is a false positive. */
export const digestBytes = 5;
/** SPEC §11, password-blocklist-min. Detects a truncated list. */
const wordsMin = 100_000;
const extraWordsMax = 100_000;

const file = new URL('../../../../../passwords/blocklist.bin', import.meta.url);

/** Returns the start of a word's hash, as stored in the file: all spellings with the same folded form are one word. */
export function digestOf(folded: string): Buffer {
  return hash('sha256', folded, 'buffer').subarray(0, digestBytes);
}

/** Reads the list that is shipped with the product; it contains hashes only. */
export async function openBlocklist({ extraWords = [] }: BlocklistOptions = {}): Promise<Blocklist> {
  const digests = await readFile(file);
  assert(digests.length % digestBytes === 0, 'the blocklist is truncated');
  const count = digests.length / digestBytes;
  assert(count >= wordsMin, 'the blocklist has too few words');
  assert(extraWords.length <= extraWordsMax, 'the bank configures too many extra blocklist words');
  const extra = new Set(extraWords.map(foldWord).filter((word) => word !== ''));
  const includesFolded = (folded: string): boolean =>
    extra.has(folded) || includes(digests, digestOf(folded));
  return {
    has: (word) => candidateForms(word).some(includesFolded),
    includesWord: (word) => includesFolded(foldWord(word)),
    size: count + extra.size,
  };
}

function includes(digests: Buffer, digest: Buffer): boolean {
  let from = 0;
  let to = digests.length / digestBytes;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const start = middle * digestBytes;
    const order = digest.compare(digests, start, start + digestBytes);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}
