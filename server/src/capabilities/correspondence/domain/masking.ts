import { hasLuhnDigit } from '#platform/kernel/check-digits.ts';

/** Where an account number may begin: two letters and two digits at the beginning of a word. */
const accountStart = /(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?=[\s<-]{0,2}[A-Za-z0-9<])/g;
const cardStart = /(?<![A-Za-z0-9])[2-6][0-9]{3}(?=[\s<-]{0,2}[0-9<])/g;
/** Two may stand between groups; behind three something else begins. */
const separatorsMax = 2;
/** A tag in the middle of a number; a longer one is none. */
const tagLengthMax = 200;
const shown = 4;

/** Reads a number sign by sign, and knows after each whether it is one. */
interface Reading {
  /** Undefined for a sign that does not belong to such a number. */
  take(code: number): 'whole' | 'part' | undefined;
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
/** Blanks of every width, line breaks and hyphens. */
const isSeparator = (code: number): boolean =>
  code === 32 || code === 45 || (code >= 9 && code <= 13) || code === 160 || (code >= 8192 && code <= 8239);

const accountLengthMin = 15;
const headLength = 4;
const cardLengths: ReadonlySet<number> = new Set([13, 14, 15, 16, 19]);

/** ISO 13616: country and check digits go to the end, and the remainder by 97 is one. Kept up sign by sign. */
function readAccount(): Reading {
  let length = 0;
  let head = 0;
  let remainder = 0;
  const append = (number: number, value: number): number => number * (value < 10 ? 10 : 100) + value;
  return {
    take(code) {
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
    take(code) {
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
 * Hides account and card numbers but for their last four signs. Media outside the bank never carry them whole; only
 * what proves to be one by its check digits is hidden, so that other long numbers stay as they are. Tags inside a
 * number are kept behind it.
 */
export function maskAccounts(text: string): string {
  return numberings.reduce(mask, text);
}

function mask(text: string, numbering: Numbering): string {
  let written = '';
  let from = 0;
  for (const { index } of text.matchAll(numbering.start)) {
    if (index < from) continue;
    const found = numberAt(text, index, numbering);
    if (found === undefined) continue;
    written += `${text.slice(from, index)}••••${found.signs.slice(-shown).toUpperCase()}${found.tags}`;
    from = found.end;
  }
  return written + text.slice(from);
}

interface NumberMatch {
  readonly signs: string;
  readonly tags: string;
  /** Behind its last sign. */
  readonly end: number;
}

/** The longest number that begins here and ends with a word; what follows it may be letters and digits as well. */
function numberAt(text: string, start: number, { lengthMax, read }: Numbering): NumberMatch | undefined {
  const reading = read();
  let signs = '';
  let tags = '';
  let between = 0;
  let found: NumberMatch | undefined;
  for (let at = start; at < text.length && signs.length < lengthMax; at += 1) {
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
    const taken = reading.take(code);
    if (taken === undefined) break;
    between = 0;
    signs += text.charAt(at);
    if (taken === 'whole' && valueOf(text.charCodeAt(at + 1)) === undefined)
      found = { signs, tags, end: at + 1 };
  }
  return found;
}

const tagStart = 60;

function tagAt(text: string, at: number): string | undefined {
  if (text.charCodeAt(at) !== tagStart) return undefined;
  return /^<\/?[a-z][^<>]*>/i.exec(text.slice(at, at + tagLengthMax))?.[0];
}

const addressLike = /[^\s@<>]{1,64}@[^\s@<>]{1,253}/g;
const numberLike = /\+?[0-9](?:[ ()/-]{0,2}[0-9]){6,20}/g;

/** What others tell us in words of their own may hold the address it is about; what is left says enough. */
export function maskAddresses(text: string): string {
  return text.replaceAll(addressLike, '…').replaceAll(numberLike, '…');
}
