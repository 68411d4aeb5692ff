import type { Static } from 'typebox';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { applyShape, type Shape } from '#platform/kernel/shaping.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { partyRecord, syncItem } from '../contract/record.ts';
import { sortedForReading } from '../domain/contact-points.ts';
import type { IndividualName, OrganizationName, SensitiveFacts } from '../domain/facts.ts';
import { newestFirst } from '../domain/identification-documents.ts';
import { displayNameOf, fullNameOf } from '../domain/names.ts';
import type { FoundParty, PartyHead, PartyView } from '../domain/party.ts';
import type { RelationshipView } from '../domain/queries.ts';
import {
  preferenceUri,
  toWireContactPoints,
  toWireCustomer,
  toWireDocuments,
  toWireEmployment,
  toWireOwnership,
  toWirePreference,
  toWireRelationships,
  toWireResidence,
  toWireServicing,
  toWireSize,
} from './record-values.ts';
import { shows } from './shape.ts';

export type WireRecord = Static<typeof partyRecord>;
export type WireSyncItem = Static<typeof syncItem>;

export interface RecordOptions {
  readonly relationships?: readonly RelationshipView[];
  /** Opaque here; created where positions are known. Absent for a party in the past. */
  readonly syncToken?: string;
  readonly shape: Shape;
}

/**
 * Returns the record in the shape that the caller requested. Sensitive members are present only if they were
 * decrypted.
 */
export function toWireRecord(found: FoundParty, options: RecordOptions): WireRecord {
  if (found.recordState === 'erased') return tombstone(found, options.syncToken);
  const record = omitUndefined({
    ...commonMembers(found, options),
    ...personMembers(found),
    ...organizationMembers(found),
    ...nameMembers(found),
    ...(found.sensitive === undefined ? {} : sensitiveMembers(found.sensitive)),
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a shape leaves out optional members only
  return applyShape(options.shape, record) as WireRecord;
}

/** In a synchronization only live parties are returned in full. */
export function toSyncItem(found: FoundParty, options: RecordOptions): WireSyncItem {
  if (found.recordState !== 'merged') return toWireRecord(found, options);
  return omitUndefined({
    ...tombstone(found, options.syncToken),
    'survivor-party-number': found.survivorPartyNumber,
  });
}

function tombstone(
  { kind, partyNumber, recordState }: PartyHead,
  syncToken: string | undefined,
): Pick<WireRecord, 'kind' | 'party-number' | 'record-state' | 'sync-token'> {
  return omitUndefined({
    'party-number': partyNumber,
    kind,
    'record-state': recordState,
    'sync-token': syncToken,
  });
}

type Members = Partial<WireRecord>;

function commonMembers(view: PartyView, { relationships, shape, syncToken }: RecordOptions): Members {
  const { personal, sensitive } = view;
  return omitUndefined({
    ...tombstone(view, syncToken),
    'display-name': displayNameOf(personal.name),
    'registration-profile': personal.profile,
    'country-of-residence': personal.residence?.countryOfResidence,
    'picture-url': personal.pictureUrl,
    customer: toWireCustomer(personal.customer),
    'contact-preference': mapDefined(personal.preference, (preference) =>
      toWirePreference(preference, preferenceUri(view.partyNumber)),
    ),
    'servicing-info': mapDefined(personal.servicing, toWireServicing),
    // Lists rarely show contact points, and formatting phone numbers takes time.
    'contact-points': shows(shape, 'contact-points')
      ? toWireContactPoints(
          view.partyNumber,
          sortedForReading(personal.contactPoints.filter(({ hasEnded }) => hasEnded !== true)),
        )
      : undefined,
    relationships: mapDefined(relationships, toWireRelationships),
    ownership: mapDefined(personal.ownership, (ownership) => toWireOwnership(ownership, sensitive)),
    size: mapDefined(personal.size, toWireSize),
    created: toWireTimestamp(view.createdAt),
    'last-modified': toWireTimestamp(view.modifiedAt),
  });
}

function personMembers({ personal, sensitive }: PartyView): Members {
  const { employment, life, person, residence } = personal;
  return omitUndefined({
    gender: person?.gender,
    citizenships: mapDefined(person?.citizenships, (codes) => [...codes]),
    'legal-capacity': person?.legalCapacity,
    'marital-status': person?.maritalStatus,
    'employment-status': employment?.status,
    employment:
      employment === undefined && sensitive?.netMonthlyIncome === undefined
        ? undefined
        : toWireEmployment(employment ?? {}, sensitive),
    'residential-profile': mapDefined(residence, toWireResidence),
    'individual-status': life,
  });
}

function organizationMembers({ personal: { organization } }: PartyView): Members {
  if (organization === undefined) return {};
  return omitUndefined({
    'organization-purpose': organization.purpose,
    'sole-trader': organization.soleTrader,
    established: organization.established,
    lei: organization.lei,
    industry: organization.industry,
  });
}

function nameMembers({ personal: { name } }: PartyView): Members {
  return name.kind === 'individual' ? individualNames(name) : organizationNames(name);
}

function individualNames(name: IndividualName): Members {
  return omitUndefined({
    'full-name': fullNameOf(name),
    'given-name': name.givenName,
    'middle-name': name.middleName,
    surname: name.surname,
    'birth-surname': name.birthSurname,
  });
}

function organizationNames(name: OrganizationName): Members {
  return omitUndefined({
    'registered-name': name.registeredName,
    'commercial-name': name.commercialName,
    'legal-structure': name.legalStructure,
  });
}

/** Class C3. Income and owners' numbers are nested in the members they belong to. */
function sensitiveMembers({
  birth,
  death,
  documents,
  identification,
  taxResidencies,
}: SensitiveFacts): Members {
  return omitUndefined({
    'id-number': identification?.idNumber,
    'id-kind': identification?.idKind,
    'id-issuing-country': identification?.issuingCountry,
    'birth-date': birth?.date,
    'birth-place': birth?.place,
    'birth-place-code': birth?.placeCode,
    'birth-country': birth?.country,
    'tax-residencies': mapDefined(taxResidencies, (list) =>
      list.map(({ country, tin }) => omitUndefined({ country, tin })),
    ),
    death: mapDefined(death, ({ date, reportedOn }) => ({ date, 'reported-on': reportedOn })),
    'id-documents': documents.length === 0 ? undefined : toWireDocuments(newestFirst(documents)),
  });
}
