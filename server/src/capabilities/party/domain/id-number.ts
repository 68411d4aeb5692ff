import type { IdKind, PartyKind } from './literals.ts';
import {
  belgianNationalNumber,
  type CheckDigitRule,
  croatianPersonalNumber,
  czechBirthNumber,
  dutchCitizenNumber,
  dutchTaxNumber,
  finnishPersonalNumber,
  frenchSocialSecurityNumber,
  germanTaxId,
  italianTaxCode,
  polishPersonalNumber,
  polishTaxNumber,
  serbianTaxNumber,
  spanishPersonalNumber,
  spanishTaxNumber,
  swedishPersonalNumber,
  yugoslavPersonalNumber,
} from './national-check-digits.ts';

const lengthMin = 3;
const lengthMax = 35;
const ofOrganizations: readonly IdKind[] = ['registration-number', 'tax-id-number'];

/** Denmark is not listed: since 2007 it has issued numbers that fail the modulus 11 test. */
const rules: ReadonlyMap<string, CheckDigitRule> = new Map<string, CheckDigitRule>([
  ['BA personal-id-number', yugoslavPersonalNumber],
  ['BE personal-id-number', belgianNationalNumber],
  ['BE social-security-number', belgianNationalNumber],
  ['CZ personal-id-number', czechBirthNumber],
  ['DE tax-id-number', germanTaxId],
  ['ES personal-id-number', spanishPersonalNumber],
  ['ES tax-id-number', spanishTaxNumber],
  ['FI personal-id-number', finnishPersonalNumber],
  ['FR social-security-number', frenchSocialSecurityNumber],
  ['HR personal-id-number', croatianPersonalNumber],
  ['HR tax-id-number', croatianPersonalNumber],
  ['IT tax-id-number', italianTaxCode],
  ['ME personal-id-number', yugoslavPersonalNumber],
  ['MK personal-id-number', yugoslavPersonalNumber],
  ['NL personal-id-number', dutchCitizenNumber],
  ['NL social-security-number', dutchCitizenNumber],
  ['NL tax-id-number', dutchTaxNumber],
  ['PL personal-id-number', polishPersonalNumber],
  ['PL tax-id-number', polishTaxNumber],
  ['RS personal-id-number', yugoslavPersonalNumber],
  ['RS tax-id-number', serbianTaxNumber],
  ['SE personal-id-number', swedishPersonalNumber],
  ['SI personal-id-number', yugoslavPersonalNumber],
  ['SK personal-id-number', czechBirthNumber],
]);

/**
 * Returns an identification number in the form in which it is stored and shown, or undefined if the text cannot be
 * one.
 */
// GAP: a number of separators alone would equal every other such number, so it is rejected. ADR-0028
export function normalizeIdNumber(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length < lengthMin || trimmed.length > lengthMax) return undefined;
  return /^[A-Za-z0-9/.-]+$/.test(trimmed) && /[A-Za-z0-9]/.test(trimmed) ? trimmed.toUpperCase() : undefined;
}

/** Returns the key by which identification numbers are compared: without separators, which people write differently. */
export function idNumberKey(text: string): string {
  return text.toUpperCase().replace(/[/. -]/g, '');
}

/** Returns whether a party of this kind can have a number of that kind. */
export function isAcceptable(kind: PartyKind, idKind: IdKind): boolean {
  return kind === 'organization' ? ofOrganizations.includes(idKind) : idKind !== 'registration-number';
}

/** Returns whether the check digits of a number are valid; undefined where no rule of the country is known. */
export function hasValidCheckDigit(idKind: IdKind, country: string, number: string): boolean | undefined {
  return rules.get(`${country} ${idKind}`)?.(idNumberKey(number), number);
}
