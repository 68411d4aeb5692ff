import Type, { type TProperties } from 'typebox';
import { named } from '#platform/http/named-schema.ts';
import {
  addressKinds,
  contactMedia,
  contactMethods,
  contactUsages,
  contractKinds,
  customerStatuses,
  documentKinds,
  documentStatuses,
  idKinds,
  organizationSizes,
  partyKinds,
  relationshipKinds,
  relationshipRoles,
  residenceStatuses,
  tenureStatuses,
} from '../domain/literals.ts';

/** Parts of the record in responses. Every member is optional, because a caller may leave it out with `trim`. */
const text = Type.String();
const day = Type.String({ format: 'date' });
const timestamp = Type.String({ format: 'date-time' });
const money = named('Money', 'An amount of money.', Type.Object({ currency: text, amount: text }), {
  currency: 'ISO 4217.',
  amount: 'Decimal number with a point.',
});

function optional<const Members extends TProperties>(members: Members) {
  return Type.Partial(Type.Object(members));
}

const coordinates = named(
  'Coordinates',
  'A point on the earth (WGS 84), in degrees.',
  optional({ lat: Type.Number(), long: Type.Number() }),
);

/** Phone, electronic and postal addresses: `kind` determines the members. */
const address = named(
  'Address',
  'A phone number, an electronic or a postal address; `kind` says which members it has.',
  optional({
    kind: Type.Enum(addressKinds),
    number: text,
    extension: text,
    'country-code': text,
    'national-destination-code': text,
    'subscriber-number': text,
    value: text,
    provider: text,
    label: text,
    'street-name': text,
    'building-number': text,
    'post-code': text,
    'town-name': text,
    'country-subdivision': text,
    country: text,
    'street-code': text,
    'town-code': text,
    'address-code': text,
    coordinates,
  }),
);

const preferenceEntries = Type.Array(
  named(
    'ContactChoice',
    'What the party allows or refuses to be contacted about, and by which medium.',
    optional({
      purpose: text,
      'contact-medium': Type.Enum(contactMedia),
      since: timestamp,
      channel: text,
    }),
    { 'contact-medium': 'Absent: every medium.', channel: 'Where the party chose it.' },
  ),
);

export const contactPreferenceOut = named(
  'ContactPreference',
  'How the party wants to be contacted.',
  optional({
    'preferred-language': text,
    'opt-ins': preferenceEntries,
    'opt-outs': preferenceEntries,
    uri: text,
  }),
);

export const contactPointOut = named(
  'ContactPoint',
  'A way to reach the party.',
  optional({
    id: text,
    uri: text,
    method: Type.Enum(contactMethods),
    usage: Type.Enum(contactUsages),
    address,
    'contact-preference': contactPreferenceOut,
    'valid-from': day,
    'valid-until': day,
    verified: Type.Boolean(),
  }),
  { verified: 'Whether the party proved that it can be reached there.' },
);

export const identificationDocumentOut = named(
  'IdentificationDocument',
  'An identification document that the bank has seen.',
  optional({
    id: text,
    kind: Type.Enum(documentKinds),
    'document-number': text,
    'issue-date': day,
    'expiry-date': day,
    'issuing-country': text,
    'issuing-authority': text,
    'place-of-issue': text,
    'place-of-issue-code': text,
    'content-url': text,
    status: Type.Enum(documentStatuses),
    'registered-on': timestamp,
    'verified-by': text,
  }),
);

export const customerOut = named(
  'Customer',
  'What the party is to the bank.',
  optional({
    status: Type.Enum(customerStatuses),
    sector: text,
    segment: text,
    'status-since': day,
    'status-reason': text,
  }),
);

export const servicingInfoOut = named(
  'ServicingInfo',
  'Who in the bank serves the party.',
  optional({
    'servicing-unit': text,
    'relationship-manager': text,
    'deputy-manager': text,
    'service-channel': text,
    since: day,
  }),
);

export const relationshipOut = named(
  'Relationship',
  'A relationship to another party.',
  optional({
    id: text,
    kind: Type.Enum(relationshipKinds),
    role: Type.Enum(relationshipRoles),
    'to-party': optional({ 'party-number': text, 'display-name': text, kind: Type.Enum(partyKinds) }),
    share: Type.Number(),
    'is-beneficial-owner': Type.Boolean(),
    mandate: optional({ scope: Type.Array(text), 'signing-group': text }),
    'valid-from': day,
    'valid-until': day,
  }),
  { role: 'Which side this party has.', share: 'Percent, of ownerships.' },
);

export const employmentOut = named(
  'Employment',
  'The employment of an individual.',
  optional({
    'employer-name': text,
    'employer-party-number': text,
    'employed-since': day,
    'job-title': text,
    'tenure-years': Type.Integer(),
    'experience-years': Type.Integer(),
    'education-level': text,
    occupation: text,
    industry: text,
    'contract-kind': Type.Enum(contractKinds),
    'net-monthly-income': money,
  }),
);

export const residentialProfileOut = named(
  'ResidentialProfile',
  'Where and how an individual lives.',
  optional({
    'residence-status': Type.Enum(residenceStatuses),
    'tenure-status': Type.Enum(tenureStatuses),
    'years-at-address': Type.Integer(),
    'household-size': Type.Integer(),
    'minor-dependants': Type.Integer(),
    'adult-dependants': Type.Integer(),
    'resident-since': day,
  }),
);

export const taxResidencyOut = named(
  'TaxResidency',
  'A country in which the party pays taxes.',
  optional({ country: text, tin: text }),
  { tin: 'Tax number there.' },
);

export const deathOut = named(
  'Death',
  'When the individual died.',
  optional({ date: day, 'reported-on': day }),
);

export const ownershipOut = named(
  'Ownership',
  'Who owns the organization.',
  optional({
    'ownership-kind': text,
    owners: Type.Array(
      optional({
        'party-number': text,
        name: text,
        'id-kind': Type.Enum(idKinds),
        'id-number': text,
        share: Type.Number(),
        'is-beneficial-owner': Type.Boolean(),
        'control-kind': text,
      }),
    ),
    'content-url': text,
  }),
);

export const sizeOut = named(
  'OrganizationSize',
  'Size class and measures of the organization.',
  optional({
    size: Type.Enum(organizationSizes),
    headcount: Type.Integer(),
    'annual-turnover': money,
    'balance-sheet-total': money,
    'fiscal-year': Type.Integer(),
  }),
);
