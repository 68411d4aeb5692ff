import type { Static } from 'typebox';
import { mapDefined, omitUndefined, unlessEmpty } from '#platform/kernel/members.ts';
import { describePhone } from '#platform/kernel/phone-number.ts';
import { partiesPath } from '../contract/interface.ts';
import type {
  contactPointOut,
  contactPreferenceOut,
  customerOut,
  employmentOut,
  identificationDocumentOut,
  ownershipOut,
  relationshipOut,
  residentialProfileOut,
  servicingInfoOut,
  sizeOut,
} from '../contract/record-parts.ts';
import type {
  ContactAddress,
  ContactPoint,
  ContactPreference,
  CustomerFacts,
  Employment,
  IdentificationDocument,
  Ownership,
  PreferenceEntry,
  Residence,
  SensitiveFacts,
  ServicingInfo,
  Size,
} from '../domain/facts.ts';
import { labelOf } from '../domain/postal-address.ts';
import type { RelationshipView } from '../domain/queries.ts';

type WireContactPoint = Static<typeof contactPointOut>;
type WirePreference = Static<typeof contactPreferenceOut>;
type WireAddress = NonNullable<WireContactPoint['address']>;

/** Returns the path of a party. */
export function partyUri(partyNumber: string): string {
  return `${partiesPath}/${partyNumber}`;
}

export function contactPointUri(partyNumber: string, id: string): string {
  return `${partyUri(partyNumber)}/contact-points/${id}`;
}

/** Returns the path on which a party changes what it consents to. */
export function preferenceUri(partyNumber: string): string {
  return `${partyUri(partyNumber)}/contact-preference`;
}

export function toWireContactPoints(
  partyNumber: string,
  points: readonly ContactPoint[],
): WireContactPoint[] {
  return points.map((point) => {
    const uri = contactPointUri(partyNumber, point.id);
    return omitUndefined({
      id: point.id,
      uri,
      method: point.method,
      usage: point.usage,
      address: toWireAddress(point.address),
      'contact-preference': mapDefined(point.preference, (preference) => toWirePreference(preference, uri)),
      'valid-from': point.validFrom,
      'valid-until': point.validUntil,
      verified: point.isVerified,
    });
  });
}

function toWireAddress(address: ContactAddress): WireAddress {
  switch (address.kind) {
    case 'phone': {
      const plan = describePhone(address.number);
      return omitUndefined({
        kind: address.kind,
        number: address.number,
        extension: address.extension,
        'country-code': plan.countryCode,
        'national-destination-code': plan.nationalDestinationCode,
        'subscriber-number': plan.subscriberNumber,
      });
    }
    case 'email':
    case 'web':
      return { kind: address.kind, value: address.value };
    case 'social':
      return { kind: address.kind, value: address.value, provider: address.provider };
    case 'postal':
      return omitUndefined({
        kind: address.kind,
        label: labelOf(address),
        'street-name': address.streetName,
        'building-number': address.buildingNumber,
        'post-code': address.postCode,
        'town-name': address.townName,
        'country-subdivision': address.countrySubdivision,
        country: address.country,
        'street-code': address.streetCode,
        'town-code': address.townCode,
        'address-code': address.addressCode,
        coordinates: address.coordinates,
      });
  }
}

// GAP: what the uri of a preference leads to. To where it is changed: the party's own path, or its contact point.
// ADR-0028
export function toWirePreference(preference: ContactPreference, uri: string): WirePreference {
  return omitUndefined({
    'preferred-language': preference.preferredLanguage,
    'opt-ins': preference.optIns.map(toWireEntry),
    'opt-outs': preference.optOuts.map(toWireEntry),
    uri,
  });
}

function toWireEntry(entry: PreferenceEntry): NonNullable<WirePreference['opt-ins']>[number] {
  return omitUndefined({
    purpose: entry.purpose,
    'contact-medium': entry.medium,
    since: entry.since,
    channel: entry.channel,
  });
}

export function toWireDocuments(
  documents: readonly IdentificationDocument[],
): Static<typeof identificationDocumentOut>[] {
  return documents.map((document) =>
    omitUndefined({
      id: document.id,
      kind: document.kind,
      'document-number': document.documentNumber,
      'issue-date': document.issueDate,
      'expiry-date': document.expiryDate,
      'issuing-country': document.issuingCountry,
      'issuing-authority': document.issuingAuthority,
      'place-of-issue': document.placeOfIssue,
      'place-of-issue-code': document.placeOfIssueCode,
      'content-url': document.contentUrl,
      status: document.status,
      'registered-on': document.registeredOn,
      'verified-by': document.verifiedBy,
    }),
  );
}

export function toWireRelationships(
  relationships: readonly RelationshipView[],
): Static<typeof relationshipOut>[] {
  return relationships.map((relationship) =>
    omitUndefined({
      id: relationship.id,
      kind: relationship.kind,
      role: relationship.role,
      'to-party': omitUndefined({
        'party-number': relationship.toParty.partyNumber,
        'display-name': relationship.toParty.displayName,
        kind: relationship.toParty.kind,
      }),
      share: relationship.share,
      'is-beneficial-owner': relationship.isBeneficialOwner,
      mandate: mapDefined(relationship.mandate, toWireMandate),
      'valid-from': relationship.validFrom,
      'valid-until': relationship.validUntil,
    }),
  );
}

function toWireMandate(
  mandate: NonNullable<RelationshipView['mandate']>,
): NonNullable<Static<typeof relationshipOut>['mandate']> {
  const scope = [...mandate.scope];
  return mandate.signingGroup === undefined ? { scope } : { scope, 'signing-group': mandate.signingGroup };
}

export function toWireCustomer(customer: CustomerFacts): Static<typeof customerOut> {
  return omitUndefined({
    status: customer.status,
    sector: customer.sector,
    segment: customer.segment,
    'status-since': customer.statusSince,
    'status-reason': customer.statusReason,
  });
}

export function toWireServicing(servicing: ServicingInfo): Static<typeof servicingInfoOut> {
  return omitUndefined({
    'servicing-unit': servicing.unit,
    'relationship-manager': servicing.relationshipManager,
    'deputy-manager': servicing.deputyManager,
    'service-channel': servicing.serviceChannel,
    since: servicing.since,
  });
}

/** Leaves out the status, which is a member of the record, and the income unless sensitive facts are present. */
export function toWireEmployment(
  employment: Employment,
  sensitive: SensitiveFacts | undefined,
): Static<typeof employmentOut> | undefined {
  return unlessEmpty(
    omitUndefined({
      'employer-name': employment.employerName,
      'employer-party-number': employment.employerPartyNumber,
      'employed-since': employment.employedSince,
      'job-title': employment.jobTitle,
      'tenure-years': employment.tenureYears,
      'experience-years': employment.experienceYears,
      'education-level': employment.educationLevel,
      occupation: employment.occupation,
      industry: employment.industry,
      'contract-kind': employment.contractKind,
      'net-monthly-income': sensitive?.netMonthlyIncome,
    }),
  );
}

/** Leaves out the country, which is a member of the record itself. */
export function toWireResidence(residence: Residence): Static<typeof residentialProfileOut> | undefined {
  return unlessEmpty(
    omitUndefined({
      'residence-status': residence.residenceStatus,
      'tenure-status': residence.tenureStatus,
      'years-at-address': residence.yearsAtAddress,
      'household-size': residence.householdSize,
      'minor-dependants': residence.minorDependants,
      'adult-dependants': residence.adultDependants,
      'resident-since': residence.residentSince,
    }),
  );
}

export function toWireOwnership(
  ownership: Ownership,
  sensitive: SensitiveFacts | undefined,
): Static<typeof ownershipOut> {
  return omitUndefined({
    'ownership-kind': ownership.kind,
    owners: ownership.owners.map((owner, index) =>
      omitUndefined({
        'party-number': owner.partyNumber,
        name: owner.name,
        'id-kind': owner.idKind,
        'id-number': sensitive?.ownerNumbers?.[index] ?? undefined,
        share: owner.share,
        'is-beneficial-owner': owner.isBeneficialOwner,
        'control-kind': owner.controlKind,
      }),
    ),
    'content-url': ownership.contentUrl,
  });
}

export function toWireSize(size: Size): Static<typeof sizeOut> {
  return omitUndefined({
    size: size.size,
    headcount: size.headcount,
    'annual-turnover': size.annualTurnover,
    'balance-sheet-total': size.balanceSheetTotal,
    'fiscal-year': size.fiscalYear,
  });
}
