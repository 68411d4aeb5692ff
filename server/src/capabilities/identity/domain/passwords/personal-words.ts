import { codePoints, foldWord, leetForms, squeeze } from './word-forms.ts';

/** Data about a person that others may know, and names that appear on every page of the bank. */
export interface PersonalData {
  readonly names?: readonly string[];
  readonly username?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly birthYear?: number;
  readonly bankName?: string;
  readonly productName?: string;
}

/** Words of at least this length match anywhere in the secret. */
const anywhereLengthMin = 4;
/** Shorter words (Lee, Ana) match only as a separate word: they are part of too many others. */
const aloneLengthMin = 3;
/** In scripts where one character is a syllable or more, two characters can be a name. */
const denseLengthMin = 2;
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
/** A run of this many digits is not a coincidence. */
const phoneDigitsMin = 6;

/** Returns the words that a secret of this person must not contain, folded, without duplicates. */
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

/** Returns whether a secret contains one of these words, ignoring case, accents and digits that replace letters. */
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

/** Returns the whole phrase and its longer parts. Short parts are mostly particles: van, der, dos. */
function wordsOfPhrase(phrase: string): readonly string[] {
  const folded = foldWord(phrase).trim();
  const parts = folded.split(/[^\p{L}\p{N}]+/u).filter(countsAnywhere);
  return [folded, squeeze(folded), ...parts];
}

/** Returns the local part, and the longest label of the domain except the last. */
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
