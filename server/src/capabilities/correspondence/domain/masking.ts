import { hasLuhnDigit } from '#platform/kernel/check-digits.ts';

/** Possible start of an IBAN: two letters and two digits at a word boundary. */
const accountStart = /(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?=[\s<-]{0,2}[A-Za-z0-9<])/g;
const cardStart = /(?<![A-Za-z0-9])[2-6][0-9]{3}(?=[\s<-]{0,2}[0-9<])/g;
/** At most two separators may be between groups; three end the number. */
const separatorsMax = 2;
/** A tag within a number; a longer one ends the number. */
const tagLengthMax = 200;
const shown = 4;

/** Reads a number character by character, and knows after each one whether the number is valid. */
interface Reading {
  /** Undefined for a character that cannot be part of such a number. */
  accept(code: number): 'whole' | 'part' | undefined;
}

interface Numbering {
  readonly start: RegExp;
  readonly lengthMax: number;
  readonly read: () => Reading;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** 10 to 35 for letters of either case, the digit itself for digits; undefined for everything else. */
function valueOf(code: number): number | undefined {
  if (isDigit(code)) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  return code >= 97 && code <= 122 ? code - 87 : undefined;
}
/** Spaces of every width, line breaks and hyphens. */
const isSeparator = (code: number): boolean =>
  code === 32 || code === 45 || (code >= 9 && code <= 13) || code === 160 || (code >= 8192 && code <= 8239);

const accountLengthMin = 15;
const headLength = 4;
const cardLengths: ReadonlySet<number> = new Set([13, 14, 15, 16, 19]);

/** ISO 13616: country and check digits move to the end, and the remainder by 97 is one. Computed incrementally. */
function readAccount(): Reading {
  let length = 0;
  let head = 0;
  let remainder = 0;
  const append = (number: number, value: number): number => number * (value < 10 ? 10 : 100) + value;
  return {
    accept(code) {
      const value = valueOf(code);
      if (value === undefined) return undefined;
      length += 1;
      if (length <= headLength) head = append(head, value);
      else remainder = append(remainder, value) % 97;
      return length >= accountLengthMin && (remainder * 1_000_000 + head) % 97 === 1 ? 'whole' : 'part';
    },
  };
}

function readCard(): Reading {
  let digits = '';
  return {
    accept(code) {
      if (!isDigit(code)) return undefined;
      digits += String(code - 48);
      return cardLengths.has(digits.length) && hasLuhnDigit(digits) ? 'whole' : 'part';
    },
  };
}

const numberings: readonly Numbering[] = [
  { start: accountStart, lengthMax: 34, read: readAccount },
  { start: cardStart, lengthMax: 19, read: readCard },
];

/**
 * Masks account and card numbers except for their last four characters. Media outside the bank never carry them in
 * full. Masks only numbers with valid check digits, so other long numbers stay unchanged. Moves tags inside a number
 * behind it.
 */
export function maskAccounts(text: string): string {
  return numberings.reduce(mask, text);
}

function mask(text: string, numbering: Numbering): string {
  let masked = '';
  let from = 0;
  for (const { index } of text.matchAll(numbering.start)) {
    if (index < from) continue;
    const match = numberAt(text, index, numbering);
    if (match === undefined) continue;
    masked += `${text.slice(from, index)}••••${match.characters.slice(-shown).toUpperCase()}${match.tags}`;
    from = match.end;
  }
  return masked + text.slice(from);
}

interface NumberMatch {
  readonly characters: string;
  readonly tags: string;
  /** Index after its last character. */
  readonly end: number;
}

/** Returns the longest valid number that starts here and ends at a word boundary; letters and digits may follow it. */
function numberAt(text: string, start: number, { lengthMax, read }: Numbering): NumberMatch | undefined {
  const reading = read();
  let characters = '';
  let tags = '';
  let between = 0;
  let match: NumberMatch | undefined;
  for (let at = start; at < text.length && characters.length < lengthMax; at += 1) {
    const code = text.charCodeAt(at);
    const tag = tagAt(text, at);
    if (tag !== undefined) {
      tags += tag;
      at += tag.length - 1;
      continue;
    }
    if (isSeparator(code)) {
      between += 1;
      if (between > separatorsMax) break;
      continue;
    }
    const outcome = reading.accept(code);
    if (outcome === undefined) break;
    between = 0;
    characters += text.charAt(at);
    if (outcome === 'whole' && valueOf(text.charCodeAt(at + 1)) === undefined)
      match = { characters, tags, end: at + 1 };
  }
  return match;
}

const tagStart = 60;

function tagAt(text: string, at: number): string | undefined {
  if (text.charCodeAt(at) !== tagStart) return undefined;
  return /^<\/?[a-z][^<>]*>/i.exec(text.slice(at, at + tagLengthMax))?.[0];
}

const addressLike = /[^\s@<>]{1,64}@[^\s@<>]{1,253}/g;
const numberLike = /\+?[0-9](?:[ ()/-]{0,2}[0-9]){6,20}/g;

/**
 * Removes addresses from texts of other systems, such as reasons of mail servers; the rest is sufficient for diagnosis.
 */
export function maskAddresses(text: string): string {
  return text.replaceAll(addressLike, '…').replaceAll(numberLike, '…');
}
