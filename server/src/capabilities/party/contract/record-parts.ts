import Type, { type TProperties } from 'typebox';
import {
  addressKinds,
  contactMedia,
  contactMethods,
  contactPurposes,
  contactUsages,
  contractKinds,
  controlKinds,
  customerSectors,
  customerSegments,
  customerStatuses,
  documentKinds,
  documentStatuses,
  idKinds,
  organizationSizes,
  ownershipKinds,
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
const money = Type.Object({ currency: text, amount: text });

function optional<const Members extends TProperties>(members: Members) {
  return Type.Partial(Type.Object(members));
}

const coordinates = optional({ lat: Type.Number(), long: Type.Number() });

/** Phone, electronic and postal addresses: `kind` determines the members. */
const address = optional({
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
});

const preferenceEntries = Type.Array(
  optional({
    purpose: Type.Enum(contactPurposes),
    'contact-medium': Type.Enum(contactMedia),
    since: timestamp,
    channel: text,
  }),
);

export const contactPreferenceOut = optional({
  'preferred-language': text,
  'opt-ins': preferenceEntries,
  'opt-outs': preferenceEntries,
  uri: text,
});

export const contactPointOut = optional({
  id: text,
  uri: text,
  method: Type.Enum(contactMethods),
  usage: Type.Enum(contactUsages),
  address,
  'contact-preference': contactPreferenceOut,
  'valid-from': day,
  'valid-until': day,
  verified: Type.Boolean(),
});

export const identificationDocumentOut = optional({
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
});

export const customerOut = optional({
  status: Type.Enum(customerStatuses),
  sector: Type.Enum(customerSectors),
  segment: Type.Enum(customerSegments),
  'status-since': day,
  'status-reason': text,
});

export const servicingInfoOut = optional({
  'servicing-unit': text,
  'relationship-manager': text,
  'deputy-manager': text,
  'service-channel': text,
  since: day,
});

export const relationshipOut = optional({
  id: text,
  kind: Type.Enum(relationshipKinds),
  role: Type.Enum(relationshipRoles),
  'to-party': optional({ 'party-number': text, 'display-name': text, kind: Type.Enum(partyKinds) }),
  share: Type.Number(),
  'is-beneficial-owner': Type.Boolean(),
  mandate: optional({ scope: Type.Array(text), 'signing-group': text }),
  'valid-from': day,
  'valid-until': day,
});

export const employmentOut = optional({
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
});

export const residentialProfileOut = optional({
  'residence-status': Type.Enum(residenceStatuses),
  'tenure-status': Type.Enum(tenureStatuses),
  'years-at-address': Type.Integer(),
  'household-size': Type.Integer(),
  'minor-dependants': Type.Integer(),
  'adult-dependants': Type.Integer(),
  'resident-since': day,
});

export const taxResidencyOut = optional({ country: text, tin: text });

export const deathOut = optional({ date: day, 'reported-on': day });

export const ownershipOut = optional({
  'ownership-kind': Type.Enum(ownershipKinds),
  owners: Type.Array(
    optional({
      'party-number': text,
      name: text,
      'id-kind': Type.Enum(idKinds),
      'id-number': text,
      share: Type.Number(),
      'is-beneficial-owner': Type.Boolean(),
      'control-kind': Type.Enum(controlKinds),
    }),
  ),
  'content-url': text,
});

export const sizeOut = optional({
  size: Type.Enum(organizationSizes),
  headcount: Type.Integer(),
  'annual-turnover': money,
  'balance-sheet-total': money,
  'fiscal-year': Type.Integer(),
});
