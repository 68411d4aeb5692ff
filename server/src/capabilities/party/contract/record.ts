import Type from 'typebox';
import { named } from '#platform/http/named-schema.ts';
import {
  employmentStatuses,
  genders,
  idKinds,
  individualStatuses,
  legalCapacities,
  maritalStatuses,
  partyKinds,
  recordStates,
  registrationProfiles,
} from '../domain/literals.ts';
import { partySortKeys } from '../domain/queries.ts';
import {
  contactPointOut,
  contactPreferenceOut,
  customerOut,
  deathOut,
  employmentOut,
  identificationDocumentOut,
  ownershipOut,
  relationshipOut,
  residentialProfileOut,
  servicingInfoOut,
  sizeOut,
  taxResidencyOut,
} from './record-parts.ts';

const { Optional } = Type;
const text = Type.String();
const day = Type.String({ format: 'date' });
const timestamp = Type.String({ format: 'date-time' });

const recordMembers = {
  kind: Type.Enum(partyKinds),
  'party-number': text,
  'display-name': Optional(text),
  'registration-profile': Optional(Type.Enum(registrationProfiles)),
  'record-state': Optional(Type.Enum(recordStates)),
  'country-of-residence': Optional(text),
  'picture-url': Optional(text),
  'id-number': Optional(text),
  'id-kind': Optional(Type.Enum(idKinds)),
  'id-issuing-country': Optional(text),
  customer: Optional(customerOut),
  'contact-preference': Optional(contactPreferenceOut),
  'servicing-info': Optional(servicingInfoOut),
  'contact-points': Optional(Type.Array(contactPointOut)),
  relationships: Optional(Type.Array(relationshipOut)),
  created: Optional(timestamp),
  'last-modified': Optional(timestamp),
  'sync-token': Optional(text),
  // individuals
  'full-name': Optional(text),
  'given-name': Optional(text),
  'middle-name': Optional(text),
  surname: Optional(text),
  'birth-surname': Optional(text),
  gender: Optional(Type.Enum(genders)),
  'birth-date': Optional(day),
  'birth-place': Optional(text),
  'birth-place-code': Optional(text),
  'birth-country': Optional(text),
  citizenships: Optional(Type.Array(text)),
  'legal-capacity': Optional(Type.Enum(legalCapacities)),
  'marital-status': Optional(Type.Enum(maritalStatuses)),
  'employment-status': Optional(Type.Enum(employmentStatuses)),
  employment: Optional(employmentOut),
  'residential-profile': Optional(residentialProfileOut),
  'tax-residencies': Optional(Type.Array(taxResidencyOut)),
  'individual-status': Optional(Type.Enum(individualStatuses)),
  death: Optional(deathOut),
  'id-documents': Optional(Type.Array(identificationDocumentOut)),
  // organizations
  'registered-name': Optional(text),
  'commercial-name': Optional(text),
  'legal-structure': Optional(text),
  'organization-purpose': Optional(text),
  'sole-trader': Optional(Type.Boolean()),
  established: Optional(day),
  lei: Optional(text),
  industry: Optional(text),
  ownership: Optional(ownershipOut),
  size: Optional(sizeOut),
};

/** A party in responses. Shaping may leave out everything but kind and number. */
export const partyRecord = named(
  'Party',
  'A party. `kind` says which members it can have; `include` and `trim` say which of them are returned.',
  Type.Object(recordMembers),
);

/** In a synchronization a party may also be erased, or merged into another one. */
export const syncItem = named(
  'PartyChange',
  'A party in its present state.',
  Type.Object({ ...recordMembers, 'survivor-party-number': Optional(text) }),
  {
    'survivor-party-number': 'The party that this one was merged into.',
    'record-state': 'Delete the copy of an erased party.',
  },
);

const pageMembers = {
  page: Type.Integer(),
  'page-size': Type.Integer(),
  'total-count': Type.Integer(),
  'total-pages': Type.Integer(),
  'total-count-is-estimate': Optional(Type.Boolean()),
  items: Type.Array(partyRecord),
};

export const partyList = named(
  'PartyPage',
  'A page of a list of parties.',
  Type.Object({
    ...pageMembers,
    'sort-by': Type.Enum(partySortKeys),
    'sort-order': Type.Enum(['asc', 'desc']),
  }),
  { 'total-count-is-estimate': 'Whether the count was estimated because it is large.' },
);

export const partyHits = named('PartySearchPage', 'A page of search results.', Type.Object(pageMembers), {
  'total-count-is-estimate': 'Whether the count was estimated because it is large.',
});

export const syncList = named(
  'PartyChanges',
  'Parties that changed.',
  Type.Object({
    items: Type.Array(syncItem),
    'sync-token': text,
    'has-more': Type.Boolean(),
  }),
  { 'sync-token': 'Send it with the next call.', 'has-more': 'Whether to call again at once.' },
);
