import Type, { type TUnsafe } from 'typebox';
import { closed, moneyInput, outputOnly } from '#dialects/channel/schema-parts.ts';
import { named } from '#platform/http/named-schema.ts';
import {
  contactMedia,
  contactMethods,
  contactUsages,
  documentKinds,
  idKinds,
  organizationSizes,
} from '../domain/literals.ts';
import { ownersMax } from '../domain/policy.ts';
import { classValue } from './class-values.ts';
import { partyNumber } from './interface.ts';

const { Optional } = Type;

export const day = Type.String({ format: 'date' });
export const timestamp = Type.String({ format: 'date-time' });
/** ISO 3166-1 alpha-2; the wire translation checks that the country exists. */
export const country = Type.String({ pattern: '^[A-Z]{2}$' });
export const personName = Type.String({ minLength: 1, maxLength: 70 });
export const organizationName = Type.String({ minLength: 1, maxLength: 140 });
const language = Type.String({ format: 'language', minLength: 2, maxLength: 35 });
export const contentUrl = Type.String({ minLength: 8, maxLength: 2000 });
export const idKind = Type.Enum(idKinds);
/** Converted to upper case before it is validated. */
export const idNumber = Type.String({ minLength: 3, maxLength: 35 });

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const code = text(35);

/** The kind of an address follows from its position; if sent, it must match. */
const addressKind = Optional(Type.String({ maxLength: 35 }));

const phoneMembers = {
  number: Type.String({ minLength: 1, maxLength: 40 }),
  extension: Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
};
const phonePlan = ['country-code', 'national-destination-code', 'subscriber-number'] as const;

export const phone = named(
  'PhoneInput',
  'A phone number, international or as dialled in the country of the bank.',
  Type.Object({ kind: addressKind, ...phoneMembers, ...outputOnly(...phonePlan) }, closed),
);

const electronicMembers = {
  value: Type.String({ minLength: 1, maxLength: 2000 }),
  provider: Optional(text(30)),
};

export const electronicAddress = named(
  'ElectronicAddressInput',
  'An e-mail address.',
  Type.Object({ kind: addressKind, ...electronicMembers }, closed),
  { provider: 'For social accounts, the network.' },
);

const coordinates = named(
  'CoordinatesInput',
  'A point on the earth (WGS 84), in degrees.',
  Type.Object(
    {
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      long: Type.Number({ minimum: -180, maximum: 180 }),
    },
    closed,
  ),
);

const postalMembers = {
  label: Optional(text(350)),
  'street-name': Optional(text(70)),
  'building-number': Optional(text(16)),
  'post-code': Optional(text(16)),
  'town-name': code,
  'country-subdivision': Optional(code),
  country,
  'street-code': Optional(code),
  'town-code': Optional(code),
  'address-code': Optional(code),
  coordinates: Optional(coordinates),
};

export const postalAddress = named(
  'PostalAddressInput',
  'A postal address.',
  Type.Object({ kind: addressKind, ...postalMembers }, closed),
  { label: 'The lines of the address as printed.', country: 'ISO 3166-1 alpha-2.' },
);

/**
 * Any address. Which members are required follows from its method, so the wire translation validates them: a union
 * would report the field errors of all five kinds.
 */
export const anyAddress = named(
  'AddressInput',
  'An address. The method of the contact point says which members are required.',
  Type.Object(
    {
      kind: addressKind,
      ...phoneMembers,
      number: Optional(phoneMembers.number),
      ...outputOnly(...phonePlan),
      ...electronicMembers,
      value: Optional(electronicMembers.value),
      ...postalMembers,
      'town-name': Optional(postalMembers['town-name']),
      country: Optional(postalMembers.country),
    },
    closed,
  ),
);

// GAP: how many choices one list may contain. More than a bank has purposes and media. ADR-0028
const preferenceChoicesMax = 200;

const choiceOf = (purpose: TUnsafe<string>) =>
  Type.Object(
    {
      purpose,
      'contact-medium': Optional(Type.Enum(contactMedia)),
      ...outputOnly('since', 'channel'),
    },
    closed,
  );

const optIns = Type.Array(
  named(
    'ContactOptInInput',
    'What the party allows to be contacted about, and by which medium.',
    choiceOf(classValue('contact-purposes')),
    { 'contact-medium': 'Absent: every medium.' },
  ),
  { maxItems: preferenceChoicesMax },
);

const optOuts = Type.Array(
  named(
    'ContactOptOutInput',
    'What the party refuses to be contacted about, and by which medium.',
    // A refusal is also accepted for a purpose that the bank has ended.
    choiceOf(classValue('contact-purposes', { ended: 'accepted' })),
    { 'contact-medium': 'Absent: every medium.' },
  ),
  { maxItems: preferenceChoicesMax },
);

export const preferenceMembers = {
  'preferred-language': language,
  'opt-ins': optIns,
  'opt-outs': optOuts,
};

export const contactPreference = named(
  'ContactPreferenceInput',
  'How the party wants to be contacted.',
  Type.Object(
    {
      'preferred-language': Optional(preferenceMembers['preferred-language']),
      'opt-ins': Optional(optIns),
      'opt-outs': Optional(optOuts),
      ...outputOnly('uri'),
    },
    closed,
  ),
);

export const contactMethod = Type.Enum(contactMethods);
export const contactUsage = Type.Enum(contactUsages);

export const identificationDocument = named(
  'IdentificationDocumentInput',
  'An identification document that the bank has seen.',
  Type.Object(
    {
      kind: Type.Enum(documentKinds),
      'document-number': idNumber,
      'issue-date': day,
      'expiry-date': Optional(day),
      'issuing-country': country,
      'issuing-authority': organizationName,
      'place-of-issue': Optional(text(70)),
      'place-of-issue-code': Optional(code),
      'content-url': Optional(contentUrl),
      ...outputOnly('id', 'status', 'registered-on', 'verified-by'),
    },
    closed,
  ),
);

export const servicingMembers = {
  'servicing-unit': text(20),
  'relationship-manager': text(64),
  'deputy-manager': text(64),
  'service-channel': text(30),
};

export const servicingInfo = named(
  'ServicingInfoInput',
  'Who in the bank serves the party.',
  Type.Object(
    {
      'servicing-unit': Optional(servicingMembers['servicing-unit']),
      'relationship-manager': Optional(servicingMembers['relationship-manager']),
      'deputy-manager': Optional(servicingMembers['deputy-manager']),
      'service-channel': Optional(servicingMembers['service-channel']),
      ...outputOnly('since'),
    },
    closed,
  ),
);

// GAP: how many states may tax one person. No case with more than a few is known. ADR-0028
export const taxResidencies = Type.Array(Type.Object({ country, tin: Optional(idNumber) }, closed), {
  maxItems: 20,
});

export const citizenships = Type.Array(country, { maxItems: 20, uniqueItems: true });

const owner = named(
  'OwnerInput',
  'An owner: a party by its number, or another one by name and id number.',
  Type.Object(
    {
      'party-number': Optional(partyNumber),
      name: Optional(organizationName),
      'id-number': Optional(idNumber),
      'id-kind': Optional(idKind),
      share: Type.Number({ minimum: 0, maximum: 100 }),
      // GAP: what an absent value means. Not declared. ADR-0028
      'is-beneficial-owner': Optional(Type.Boolean()),
      'control-kind': Optional(classValue('control-kinds')),
    },
    closed,
  ),
  { share: 'Percent.', 'is-beneficial-owner': 'Whether the owner controls the organization in the end.' },
);

export const ownershipMembers = {
  'ownership-kind': classValue('ownership-kinds'),
  owners: Type.Array(owner, { minItems: 1, maxItems: ownersMax }),
  'content-url': contentUrl,
};

export const sizeMembers = {
  size: Type.Enum(organizationSizes),
  headcount: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  'annual-turnover': moneyInput,
  'balance-sheet-total': moneyInput,
  'fiscal-year': Type.Integer({ minimum: 1000, maximum: 9999 }),
};
