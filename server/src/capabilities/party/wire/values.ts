import type { Static } from 'typebox';
import type { FieldCursor } from '#dialects/channel/field-errors.ts';
import type { moneyInput } from '#dialects/channel/schema-parts.ts';
import { isCountry } from '#platform/kernel/country.ts';
import { isCurrency } from '#platform/kernel/currency.ts';
import { mapDefined, omitUndefined, unlessEmpty } from '#platform/kernel/members.ts';
import { type MoneyText, parseMoney } from '#platform/kernel/money.ts';
import { isOrganizationName, isPersonName, normalizeName } from '#platform/kernel/person-name.ts';
import type { identificationDocument, servicingInfo, taxResidencies } from '../contract/values.ts';
import type { IdentificationInput, NewDocument, ServicingInput } from '../domain/changes.ts';
import { isWebAddress } from '../domain/electronic-address.ts';
import type { TaxResidency } from '../domain/facts.ts';
import { hasValidCheckDigit, normalizeIdNumber } from '../domain/id-number.ts';
import type { IdKind } from '../domain/literals.ts';

/** Reads a country code, which must be on the list. */
export function readCountry(code: string, cursor: FieldCursor): string {
  if (!isCountry(code)) cursor.report('enum');
  return code;
}

export function readPersonName(text: string, cursor: FieldCursor): string {
  const name = normalizeName(text);
  if (!isPersonName(name)) cursor.report('pattern');
  return name;
}

export function readOrganizationName(text: string, cursor: FieldCursor): string {
  const name = normalizeName(text);
  if (!isOrganizationName(name)) cursor.report('pattern');
  return name;
}

/** The operation checks the location, because it knows the bank's content store. */
export function readContentUrl(url: string, cursor: FieldCursor): string {
  if (!url.toLowerCase().startsWith('https://') || !isWebAddress(url)) cursor.report('format');
  return url;
}

export function readMoney(text: Static<typeof moneyInput>, cursor: FieldCursor): MoneyText {
  if (!isCurrency(text.currency)) cursor.at('currency').report('enum');
  else if (parseMoney(text) === undefined) cursor.at('amount').report('format');
  return { currency: text.currency, amount: text.amount };
}

/** Normalizes a number, because numbers are compared with those of documents. */
export function readIdNumber(text: string, cursor: FieldCursor): string {
  return normalizeIdNumber(text) ?? cursor.report('pattern') ?? text;
}

interface IdentificationMembers {
  readonly 'id-number'?: string | null | undefined;
  readonly 'id-kind'?: IdKind | null | undefined;
  readonly 'id-issuing-country'?: string | null | undefined;
}

/** Reads the identification of a body. The contract requires number and kind together. */
export function readIdentification(
  body: IdentificationMembers,
  cursor: FieldCursor,
): IdentificationInput | undefined {
  const { 'id-kind': idKind, 'id-number': number, 'id-issuing-country': country } = body;
  if (typeof number !== 'string' || typeof idKind !== 'string') return undefined;
  const issuingCountry =
    typeof country === 'string' ? readCountry(country, cursor.at('id-issuing-country')) : undefined;
  const identification = omitUndefined({
    idKind,
    idNumber: readIdNumber(number, cursor.at('id-number')),
    issuingCountry,
  });
  if (issuingCountry !== undefined) {
    checkDigits(identification, issuingCountry, cursor);
  }
  return identification;
}

/**
 * Checks check digits by the rules of the issuing country. Where none is named it is the bank's, which only the
 * operation knows.
 */
function checkDigits({ idKind, idNumber }: IdentificationInput, country: string, cursor: FieldCursor): void {
  if (hasValidCheckDigit(idKind, country, idNumber) === false) cursor.at('id-number').report('checksum');
}

export function readDocument(body: Static<typeof identificationDocument>, cursor: FieldCursor): NewDocument {
  const { 'issue-date': issueDate, 'expiry-date': expiryDate } = body;
  if (expiryDate !== undefined && expiryDate <= issueDate) cursor.at('expiry-date').report('minimum');
  return omitUndefined({
    kind: body.kind,
    documentNumber: readIdNumber(body['document-number'], cursor.at('document-number')),
    issueDate,
    expiryDate,
    issuingCountry: readCountry(body['issuing-country'], cursor.at('issuing-country')),
    issuingAuthority: body['issuing-authority'],
    placeOfIssue: body['place-of-issue'],
    placeOfIssueCode: body['place-of-issue-code'],
    contentUrl: mapDefined(body['content-url'], (url) => readContentUrl(url, cursor.at('content-url'))),
  });
}

// GAP: a state taxes a person once, so it may be listed once. ADR-0028
export function readTaxResidencies(
  residencies: Static<typeof taxResidencies>,
  cursor: FieldCursor,
): readonly TaxResidency[] {
  return residencies.map(({ country, tin }, index) => {
    const here = cursor.at(index);
    if (residencies.findIndex((other) => other.country === country) < index)
      here.at('country').report('duplicate');
    return omitUndefined({
      country: readCountry(country, here.at('country')),
      tin: mapDefined(tin, (number) => readIdNumber(number, here.at('tin'))),
    });
  });
}

export function readCountries(codes: readonly string[], cursor: FieldCursor): readonly string[] {
  return codes.map((code, index) => readCountry(code, cursor.at(index)));
}

export function readServicing(info: Static<typeof servicingInfo>): ServicingInput | undefined {
  return unlessEmpty(
    omitUndefined({
      unit: info['servicing-unit'],
      relationshipManager: info['relationship-manager'],
      deputyManager: info['deputy-manager'],
      serviceChannel: info['service-channel'],
    }),
  );
}
