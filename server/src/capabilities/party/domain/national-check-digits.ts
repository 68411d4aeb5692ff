import { hasCheckDigitMod11And10, hasLuhnDigit } from '#platform/kernel/check-digits.ts';

/**
 * Returns whether a number is valid, from its form without separators and its original form; undefined where a number
 * of this shape has no check digit.
 */
export type CheckDigitRule = (number: string, written: string) => boolean | undefined;

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const spanishCompanyLetters = 'JABCDEFGHI';
/** Where two people would have the same code, letters from L to V replace digits. */
const italianShape = /^[A-Z]{6}[0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]$/;
const finnishCharacters = '0123456789ABCDEFHJKLMNPRSTUVWXY';
/** The value of a character at an odd position of an Italian tax code: digits first, then A to Z. */
const italianOddValues = {
  digits: [1, 0, 5, 7, 9, 13, 15, 17, 19, 21],
  letters: [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23],
};

/** Steuerliche Identifikationsnummer: eleven digits. */
// GAP: the number that a tax office assigns to an organization may have eleven digits too. It is written with slashes
// (198/113/10010) and has no rule that is valid in all of Germany; so a number with slashes is not checked. ADR-0028
export function germanTaxId(number: string, written: string): boolean | undefined {
  return /^[0-9]{11}$/.test(number) && !written.includes('/') ? hasCheckDigitMod11And10(number) : undefined;
}

/** Burgerservicenummer, and the number of a Dutch organization: the test of eleven. */
export function dutchCitizenNumber(number: string): boolean {
  if (!/^[0-9]{9}$/.test(number) || number === '000000000') return false;
  return weightedSum(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** The same as a tax number; the longer VAT number does not identify a person. */
export function dutchTaxNumber(number: string): boolean | undefined {
  return /^[0-9]{9}$/.test(number) ? dutchCitizenNumber(number) : undefined;
}

/** Rijksregisternummer: from the year 2000 on, the check prepends a 2 to the number. */
export function belgianNationalNumber(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number)) return false;
  const body = number.slice(0, 9);
  const check = Number(number.slice(9));
  return ['', '2'].some((century) => 97 - (Number(`${century}${body}`) % 97) === check);
}

/** DNI of citizens, NIE of foreigners: the letter encodes the remainder by 23. */
export function spanishPersonalNumber(number: string): boolean {
  if (!/^[0-9XYZ][0-9]{7}[A-Z]$/.test(number)) return false;
  const digits = number.slice(0, 8).replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first)));
  return spanishLetters.charAt(Number(digits) % 23) === number.slice(8);
}

/**
 * NIF: that of a person is the personal number; that of an organization ends in a digit or the corresponding letter.
 */
export function spanishTaxNumber(number: string): boolean | undefined {
  if (/^[0-9XYZ]/.test(number)) return spanishPersonalNumber(number);
  if (!/^[A-HJNP-SUVW][0-9]{7}[0-9A-J]$/.test(number)) return undefined;
  const digits = Array.from(number.slice(1, 8), Number);
  const sum = digits.reduce(
    (total, digit, place) => total + (place % 2 === 1 ? digit : crossSum(digit * 2)),
    0,
  );
  const check = (10 - (sum % 10)) % 10;
  return [String(check), spanishCompanyLetters.charAt(check)].includes(number.slice(8));
}

/** PESEL. */
export function polishPersonalNumber(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number)) return false;
  return weightedSum(number, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** NIP where the number has that length, otherwise PESEL. */
export function polishTaxNumber(number: string): boolean | undefined {
  if (/^[0-9]{11}$/.test(number)) return polishPersonalNumber(number);
  if (!/^[0-9]{10}$/.test(number)) return undefined;
  return weightedSum(number.slice(0, 9), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(number.slice(9));
}

/** NIR with its key of two digits; in Corsica the department is 2A or 2B. Without the key there is nothing to check. */
export function frenchSocialSecurityNumber(number: string): boolean | undefined {
  if (/^[1-8][0-9]{4}([0-9]{2}|2[AB])[0-9]{6}$/.test(number)) return undefined;
  if (!/^[1-8][0-9]{4}([0-9]{2}|2[AB])[0-9]{8}$/.test(number)) return false;
  const body = number.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return 97 - (Number(body) % 97) === Number(number.slice(13));
}

/** Codice fiscale of a person, including letters that replace digits; that of an organization has eleven digits. */
export function italianTaxCode(number: string): boolean | undefined {
  if (/^[0-9]{11}$/.test(number)) return hasLuhnDigit(number);
  if (!italianShape.test(number)) return false;
  const sum = Array.from(number.slice(0, 15)).reduce(
    (total, character, place) => total + (place % 2 === 0 ? italianOddValue(character) : ordinal(character)),
    0,
  );
  return sum % 26 === ordinal(number.slice(15));
}

/** JMBG, in Serbia and the other states of former Yugoslavia: the weights descend from seven, twice. */
export function yugoslavPersonalNumber(number: string): boolean {
  if (!/^[0-9]{13}$/.test(number)) return false;
  const check = 11 - (weightedSum(number.slice(0, 12), [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === Number(number.slice(12));
}

/** PIB where the number has that length, otherwise JMBG. */
export function serbianTaxNumber(number: string): boolean | undefined {
  if (/^[0-9]{13}$/.test(number)) return yugoslavPersonalNumber(number);
  return /^[0-9]{9}$/.test(number) ? hasCheckDigitMod11And10(number) : undefined;
}

/** OIB, of persons and organizations. */
export function croatianPersonalNumber(number: string): boolean {
  return /^[0-9]{11}$/.test(number) && hasCheckDigitMod11And10(number);
}

/** Henkilötunnus: the century sign is a dash, which is removed before, or one of many letters. */
export function finnishPersonalNumber(number: string): boolean {
  const match = /^([0-9]{6})[A-FU-Y]?([0-9]{3})([0-9A-FHJ-NPR-Y])$/.exec(number);
  if (match === null) return false;
  const [, date = '', serial = '', check = ''] = match;
  return finnishCharacters.charAt(Number(`${date}${serial}`) % 31) === check;
}

/** Personnummer and samordningsnummer: the century, where it is written, is not part of the sum. */
export function swedishPersonalNumber(number: string): boolean {
  return /^([0-9]{2})?[0-9]{10}$/.test(number) && hasLuhnDigit(number.slice(-10));
}

/** Rodné číslo of Czechs and Slovaks: ten digits since 1954; nine before, without a check digit. */
export function czechBirthNumber(number: string): boolean | undefined {
  if (/^[0-9]{9}$/.test(number)) return undefined;
  if (!/^[0-9]{10}$/.test(number)) return false;
  const remainder = Number(number.slice(0, 9)) % 11;
  // Until 1985 numbers with a remainder of ten were issued too, with a zero.
  return (remainder === 10 ? 0 : remainder) === Number(number.slice(9));
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits.charAt(place)), 0);
}

function crossSum(value: number): number {
  return value > 9 ? value - 9 : value;
}

/** 0 to 9 for digits, 0 to 25 for letters. */
function ordinal(character: string): number {
  const value = Number.parseInt(character, 36);
  return value < 10 ? value : value - 10;
}

function italianOddValue(character: string): number {
  const { digits, letters } = italianOddValues;
  return (/[0-9]/.test(character) ? digits : letters)[ordinal(character)] ?? 0;
}
