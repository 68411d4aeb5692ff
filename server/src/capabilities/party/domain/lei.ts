import { hasCheckDigitsMod97 } from '#platform/kernel/check-digits.ts';

/**
 * Returns whether a text is a legal entity identifier (ISO 17442): twenty characters, the last two of them check
 * digits.
 */
export function isLei(text: string): boolean {
  return /^[A-Z0-9]{18}[0-9]{2}$/.test(text) && hasCheckDigitsMod97(text);
}
