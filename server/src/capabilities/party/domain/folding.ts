import { foldedLetters } from './latin-letters.ts';

const wordsMax = 40;
const wordLengthMax = 40;

/** Characters inside words, never between them: all kinds of apostrophes, and the middle dot of Catalan. */
const silent = /['`´‘’‛′ʹʻʼʽʾʿˈˋꞌ＇׳·]/gv;

/** Accents and points only; the vowel signs of Indian scripts and the voicing marks of kana are not accents. */
const accent =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309a]]/v;

const partOfWord = /[\p{L}\p{M}\p{N}]/v;
/** Soft hyphens, joiners, direction marks: invisible, so not searched. */
const invisible = /\p{Cf}/v;

/** With any accent but the diaeresis, which marks a separate sound. */
const upsilon = /[υύὺῦὐ-ὗ]/v;

/**
 * Returns the words of a name or an address in the form in which they are searched and compared: no case, no accents,
 * Cyrillic and Greek in Latin letters, one spelling for Arabic and Japanese variants. Idempotent.
 */
export function foldWords(text: string): readonly string[] {
  const plain = text.replace(silent, '').normalize('NFKC').toLowerCase().normalize('NFC').replace(silent, '');
  return foldLetters(plain)
    .normalize('NFC')
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, wordsMax)
    .map(shorten);
}

/** Returns a whole name in folded form, by which names are sorted and compared. */
export function foldName(text: string): string {
  return foldWords(text).join(' ');
}

function foldLetters(text: string): string {
  let folded = '';
  let previous = '';
  for (const letter of text) {
    folded += afterUpsilonRule(previous, letter) ?? foldLetter(letter);
    previous = letter;
  }
  return folded;
}

/** In Greek ου is one sound, and so are αυ, ευ and ηυ: Παπαδόπουλος is Papadopoulos, Παύλος is Pavlos. */
function afterUpsilonRule(previous: string, letter: string): string | undefined {
  if (!upsilon.test(letter)) return undefined;
  if (previous === 'ο') return 'u';
  return previous === 'α' || previous === 'ε' || previous === 'η' ? 'v' : undefined;
}

function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  let folded = '';
  for (const part of letter.normalize('NFD')) folded += foldPart(part);
  return folded;
}

function foldPart(part: string): string {
  const known = foldedLetters.get(part);
  if (known !== undefined) return known;
  if (accent.test(part) || invisible.test(part)) return '';
  return partOfWord.test(part) ? part : ' ';
}

function shorten(word: string): string {
  return word.length <= wordLengthMax ? word : Array.from(word).slice(0, wordLengthMax).join('');
}
