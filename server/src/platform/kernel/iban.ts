import { hasCheckDigitsMod97 } from './check-digits.ts';

/** ISO 13616: the length of an IBAN by country. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HN: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  RU: 33,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
};
const shape = /^[A-Z]{2}[0-9]{2}[0-9A-Z]+$/;

/**
 * Returns the canonical form of an IBAN: capital letters, no spaces. Text with other characters is returned unchanged,
 * so that a letter whose capital is an ASCII letter is not accepted as one.
 */
export function ibanSpelling(text: string): string {
  return /^[0-9A-Za-z ]*$/v.test(text) ? text.replaceAll(' ', '').toUpperCase() : text;
}

/** Whether a text is an IBAN in canonical form: the length of its country, and the right check digits. */
export function isIban(text: string): boolean {
  return (
    shape.test(text) &&
    text.length === lengths[text.slice(0, 2)] &&
    hasCheckDigitsMod97(`${text.slice(4)}${text.slice(0, 4)}`)
  );
}

/** Writes an account number in groups of four: `NL91 ABNA 0417 1643 00`. */
export function groupedByFour(number: string): string {
  return number.replaceAll(/\s/g, '').replaceAll(/.{4}(?=.)/gu, '$& ');
}
