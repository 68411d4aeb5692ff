import type { Static } from 'typebox';
import type { FieldCursor } from '#dialects/channel/field-errors.ts';
import { isCountry } from '#platform/kernel/country.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { describePhone, mayBeMobile, parsePhone } from '#platform/kernel/phone-number.ts';
import type { anyAddress, electronicAddress, phone, postalAddress } from '../contract/values.ts';
import { isHandle, isWebAddress } from '../domain/electronic-address.ts';
import type { ContactAddress } from '../domain/facts.ts';
import type { AddressKind, ContactMethod } from '../domain/literals.ts';
import { postCodeError } from '../domain/postal-address.ts';

type AnyAddress = Static<typeof anyAddress>;
type Phone = Extract<ContactAddress, { readonly kind: 'phone' }>;

const coordinateDigits = 6;

/** The kind of address that a method takes. */
export const addressKindOf = {
  postal: 'postal',
  landline: 'phone',
  mobile: 'phone',
  fax: 'phone',
  email: 'email',
  web: 'web',
  social: 'social',
} as const satisfies Readonly<Record<ContactMethod, AddressKind>>;

/** Members by kind of address. Derived members of responses are ignored in requests. */
const membersOf: Readonly<Record<AddressKind, readonly (keyof AnyAddress)[]>> = {
  phone: ['number', 'extension'],
  email: ['value', 'provider'],
  web: ['value', 'provider'],
  social: ['value', 'provider'],
  postal: [
    'label',
    'street-name',
    'building-number',
    'post-code',
    'town-name',
    'country-subdivision',
    'country',
    'street-code',
    'town-code',
    'address-code',
    'coordinates',
  ],
};
const allMembers = [...new Set(Object.values(membersOf).flat())];

/** Reads a phone number of any country and converts it to E.164. */
// GAP: no bank has set a default numbering plan, so a number needs its country prefix. ADR-0028
export function readPhone(address: Static<typeof phone>, cursor: FieldCursor): Phone | undefined {
  checkKind(address, 'phone', cursor);
  const parsed = parsePhone(address.number);
  if (parsed === undefined) return cursor.at('number').report('format');
  return omitUndefined({ kind: 'phone', number: parsed.number, extension: address.extension });
}

export function readMobilePhone(address: Static<typeof phone>, cursor: FieldCursor): Phone | undefined {
  const read = readPhone(address, cursor);
  if (read !== undefined) checkMobile('mobile', read, cursor);
  return read;
}

/** Returns whether a number is mobile or landline, as far as its numbering plan distinguishes them. */
export function phoneMethodOf({ number }: Phone): 'landline' | 'mobile' {
  return describePhone(number).range === 'mobile' ? 'mobile' : 'landline';
}

export function readEmail(
  address: Static<typeof electronicAddress>,
  cursor: FieldCursor,
): ContactAddress | undefined {
  checkKind(address, 'email', cursor);
  const read = normalizeEmail(address.value);
  if (read === undefined) return cursor.at('value').report('format');
  return { kind: 'email', value: read.address };
}

export function readPostal(
  address: Static<typeof postalAddress>,
  cursor: FieldCursor,
): ContactAddress | undefined {
  checkKind(address, 'postal', cursor);
  const { coordinates, country, label, 'post-code': postCode, 'street-name': streetName } = address;
  if (label === undefined && streetName === undefined)
    cursor.at('street-name').report('combination-required');
  if (coordinates !== undefined) checkCoordinates(coordinates, cursor.at('coordinates'));
  if (!isCountry(country)) return cursor.at('country').report('enum');
  const codeError = postCodeError(country, postCode);
  if (codeError !== undefined) cursor.at('post-code').report(codeError);
  return omitUndefined({
    kind: 'postal',
    label,
    streetName,
    buildingNumber: address['building-number'],
    postCode,
    townName: address['town-name'],
    countrySubdivision: address['country-subdivision'],
    country,
    streetCode: address['street-code'],
    townCode: address['town-code'],
    addressCode: address['address-code'],
    coordinates,
  });
}

/** Reads an address of the kind that its method takes. */
export function readAddress(
  kind: AddressKind,
  address: AnyAddress,
  cursor: FieldCursor,
): ContactAddress | undefined {
  checkKind(address, kind, cursor);
  for (const member of allMembers) {
    if (address[member] !== undefined && !membersOf[kind].includes(member))
      cursor.at(member).report('unknown-field');
  }
  const { kind: _, ...sent } = address;
  switch (kind) {
    case 'phone':
      return sent.number === undefined
        ? cursor.at('number').report('required')
        : readPhone({ ...sent, number: sent.number }, cursor);
    case 'postal':
      return readWholePostal(sent, cursor);
    case 'email':
    case 'web':
    case 'social':
      return readElectronic(kind, sent, cursor);
  }
}

/**
 * Returns the kind of an address that comes without its method: the declared one, otherwise the one its members
 * imply.
 */
export function kindOfAddress(address: AnyAddress): AddressKind {
  const declared = kinds.find((kind) => kind === address.kind);
  if (declared !== undefined) return declared;
  if (address.number !== undefined) return 'phone';
  if (address.value === undefined) return 'postal';
  if (address.provider !== undefined) return 'social';
  return isWebAddress(address.value) ? 'web' : 'email';
}

const kinds: readonly AddressKind[] = ['phone', 'email', 'social', 'web', 'postal'];

/** Reports an error if a number is outside the mobile ranges of a known numbering plan. */
export function checkMobile(method: ContactMethod, address: ContactAddress, cursor: FieldCursor): void {
  const isElsewhere = method === 'mobile' && address.kind === 'phone' && !mayBeMobile(address.number);
  if (isElsewhere) cursor.at('number').report('format');
}

function checkKind(address: { readonly kind?: string }, kind: AddressKind, cursor: FieldCursor): void {
  if (address.kind !== undefined && address.kind !== kind) cursor.at('kind').report('mismatch');
}

function readWholePostal(sent: Omit<AnyAddress, 'kind'>, cursor: FieldCursor): ContactAddress | undefined {
  const { country, 'town-name': townName, ...others } = sent;
  if (townName === undefined) cursor.at('town-name').report('required');
  if (country === undefined) cursor.at('country').report('required');
  if (townName === undefined || country === undefined) return undefined;
  return readPostal({ ...others, 'town-name': townName, country }, cursor);
}

function readElectronic(
  kind: 'email' | 'web' | 'social',
  { provider, value }: Omit<AnyAddress, 'kind'>,
  cursor: FieldCursor,
): ContactAddress | undefined {
  if (value === undefined) return cursor.at('value').report('required');
  if (kind === 'email') return readEmail({ value }, cursor);
  if (kind === 'web') return isWebAddress(value) ? { kind, value } : cursor.at('value').report('format');
  if (provider === undefined) return cursor.at('provider').report('required');
  return isHandle(value) ? { kind, value, provider } : cursor.at('value').report('format');
}

/** Six decimals are about ten centimetres; more would be false precision. */
function checkCoordinates(point: { readonly lat: number; readonly long: number }, cursor: FieldCursor): void {
  if (!hasDigitsAtMost(point.lat, coordinateDigits)) cursor.at('lat').report('format');
  if (!hasDigitsAtMost(point.long, coordinateDigits)) cursor.at('long').report('format');
}

/** Returns whether a decimal number has at most this many decimals. */
export function hasDigitsAtMost(value: number, digits: number): boolean {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale === value;
}
