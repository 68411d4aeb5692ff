import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { type Country, isCountry } from '#platform/kernel/country.ts';
import type { NewDocument } from '../domain/changes.ts';
import type { PartyFacts } from '../domain/fact-map.ts';
import type {
  ContactAddress,
  ContactPoint,
  ContactPreference,
  Day,
  IdentificationDocument,
  PersonalFacts,
  PreferenceEntry,
  SensitiveFacts,
} from '../domain/facts.ts';
import type { ContactMedium, ContactPurpose } from '../domain/literals.ts';
import type { PostalAddress } from '../domain/postal-address.ts';
import type { RuleContext } from '../domain/rule-context.ts';

export const today: Day = '2026-11-15';
export const now = '2026-11-15T10:00:00.000Z';

/** Returns the day this many days after today. */
export function dayAt(offset: number): Day {
  return Temporal.PlainDate.from(today).add({ days: offset }).toString();
}

/** Returns a rule context of its own, whose ids increase as those of the platform do. */
export function ruleContextWith(changed: Partial<RuleContext> = {}): RuleContext {
  let last = 0;
  return {
    today,
    now,
    channel: 'branch',
    bankCountry: 'NL',
    nextId: () => {
      last += 1;
      return `id-${String(last).padStart(5, '0')}`;
    },
    ...changed,
  };
}

/** Returns a country code that is certainly valid. */
export function countryOf(code: string): Country {
  assert(isCountry(code));
  return code;
}

/** An address in Amsterdam by default. */
export function postalWith(changed: Partial<PostalAddress> = {}): ContactAddress {
  return {
    kind: 'postal',
    streetName: 'Damrak',
    buildingNumber: '1',
    postCode: '1012 LG',
    townName: 'Amsterdam',
    country: countryOf('NL'),
    ...changed,
  };
}

/** A verified e-mail address. */
export function pointWith(changed: Partial<ContactPoint> = {}): ContactPoint {
  return {
    id: 'point-1',
    method: 'email',
    usage: 'primary',
    address: { kind: 'email', value: 'ana@example.org' },
    isVerified: true,
    ...changed,
  };
}

/** A choice made long ago through another client. */
export function entryWith(purpose: ContactPurpose, medium?: ContactMedium): PreferenceEntry {
  return {
    purpose,
    ...(medium === undefined ? {} : { medium }),
    since: '2020-01-01T08:00:00.000Z',
    channel: 'web',
  };
}

export function preferenceWith(changed: Partial<ContactPreference> = {}): ContactPreference {
  return { optIns: [], optOuts: [], ...changed };
}

/** A passport as sent in a request, valid for years. */
export function newDocumentWith(changed: Partial<NewDocument> = {}): NewDocument {
  return {
    kind: 'passport',
    documentNumber: 'NX1234567',
    issueDate: '2020-01-01',
    expiryDate: '2030-01-01',
    issuingCountry: 'NL',
    issuingAuthority: 'Amsterdam',
    ...changed,
  };
}

/** The same as recorded. */
export function documentWith(changed: Partial<IdentificationDocument> = {}): IdentificationDocument {
  return {
    ...newDocumentWith(),
    id: 'document-1',
    status: 'valid',
    registeredOn: '2020-02-01T08:00:00.000Z',
    ...changed,
  };
}

const addresses: readonly ContactPoint[] = [
  pointWith({ id: 'point-1', method: 'postal', usage: 'primary', address: postalWith(), isVerified: false }),
  pointWith({ id: 'point-2', method: 'postal', usage: 'legal', address: postalWith(), isVerified: false }),
  pointWith({ id: 'point-3', method: 'postal', usage: 'delivery', address: postalWith(), isVerified: false }),
  pointWith({
    id: 'point-4',
    method: 'mobile',
    address: { kind: 'phone', number: '+31612345678' },
  }),
  pointWith({ id: 'point-5' }),
];

/** A customer with every field that the profile requires. */
export function personWith(
  personal: Partial<PersonalFacts> = {},
  sensitive: Partial<SensitiveFacts> = {},
): PartyFacts {
  return {
    personal: {
      profile: 'customer',
      name: { kind: 'individual', givenName: 'Ana', surname: 'Kovač' },
      customer: { status: 'active', statusSince: '2020-01-01' },
      life: 'living',
      residence: { countryOfResidence: 'NL', householdSize: 2 },
      employment: { status: 'student', educationLevel: '6' },
      contactPoints: addresses,
      ...personal,
    },
    sensitive: {
      identification: { idKind: 'passport-number', idNumber: 'NX1234567', issuingCountry: 'NL' },
      birth: { date: '1980-02-29', place: 'Utrecht', country: 'NL' },
      documents: [],
      ...sensitive,
    },
  };
}

/** An organization with every field that the customer profile requires. */
export function companyWith(
  personal: Partial<PersonalFacts> = {},
  sensitive: Partial<SensitiveFacts> = {},
): PartyFacts {
  return {
    personal: {
      profile: 'customer',
      name: { kind: 'organization', commercialName: 'Bakery', registeredName: 'Bakery B.V.' },
      customer: { status: 'active', statusSince: '2020-01-01' },
      organization: { purpose: 'commercial', established: '1990-01-01' },
      contactPoints: addresses,
      ...personal,
    },
    sensitive: {
      identification: { idKind: 'registration-number', idNumber: '33031431', issuingCountry: 'NL' },
      documents: [],
      ...sensitive,
    },
  };
}
