import { codePoints, foldWord, leetForms, squeeze } from './word-forms.ts';

/** What a stranger may know about a person, and what stands on every page of the bank. */
export interface PersonalData {
  readonly names?: readonly string[];
  readonly username?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly birthYear?: number;
  readonly bankName?: string;
  readonly productName?: string;
}

/** From this length on a word counts wherever it stands. */
const anywhereLengthMin = 4;
/** A shorter one, Lee or Ana, counts only where it stands alone: it is inside too many others. */
const aloneLengthMin = 3;
/** In scripts where a sign is a syllable or more, two are a name. */
const denseLengthMin = 2;
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
/** So many digits in a row are not there by chance. */
const phoneDigitsMin = 6;

/** The words a secret of this person must not contain, folded, each once. */
export function personalWordsOf(data: PersonalData): readonly string[] {
  const phrases = [...(data.names ?? []), data.username, data.bankName, data.productName];
  const words = [
    ...phrases.flatMap((phrase) => (phrase === undefined ? [] : wordsOfPhrase(phrase))),
    ...(data.email === undefined ? [] : wordsOfEmail(data.email)),
    ...(data.phoneNumber === undefined ? [] : windowsOfPhone(data.phoneNumber)),
    ...(data.birthYear === undefined ? [] : [String(data.birthYear)]),
  ];
  return [...new Set(words)].filter((word) => codePoints(word) >= lengthMinOf(word));
}

/** Whether a secret contains one of these words, whatever the case, the accents, and digits put for letters. */
export function containsPersonalWord(secret: string, words: readonly string[]): boolean {
  const folded = foldWord(secret);
  const forms = leetForms(folded);
  const texts = [...new Set([...forms, squeeze(folded), ...forms.map(squeeze)])];
  const alone = new Set(forms.flatMap((form) => form.split(/[^\p{L}]+/u)));
  return words
    .map(foldWord)
    .filter((word) => codePoints(word) >= lengthMinOf(word))
    .some((word) => (countsAnywhere(word) ? texts.some((text) => text.includes(word)) : alone.has(word)));
}

function lengthMinOf(word: string): number {
  return dense.test(word) ? denseLengthMin : aloneLengthMin;
}

function countsAnywhere(word: string): boolean {
  return dense.test(word) || codePoints(word) >= anywhereLengthMin;
}

/** The whole and its longer parts. Short parts are mostly particles: van, der, dos. */
function wordsOfPhrase(phrase: string): readonly string[] {
  const folded = foldWord(phrase).trim();
  const parts = folded.split(/[^\p{L}\p{N}]+/u).filter(countsAnywhere);
  return [folded, squeeze(folded), ...parts];
}

/** The local part, and the longest label of the domain that is not its last. */
function wordsOfEmail(email: string): readonly string[] {
  const at = email.lastIndexOf('@');
  const labels = email
    .slice(at + 1)
    .split('.')
    .slice(0, -1);
  const [longest = ''] = labels.toSorted((one, other) => other.length - one.length);
  return [...wordsOfPhrase(at < 0 ? email : email.slice(0, at)), ...wordsOfPhrase(longest)];
}

function windowsOfPhone(phoneNumber: string): readonly string[] {
  const digits = phoneNumber.replaceAll(/\D/g, '');
  const starts = Math.max(0, digits.length - phoneDigitsMin + 1);
  return Array.from({ length: starts }, (_, start) => digits.slice(start, start + phoneDigitsMin));
}
