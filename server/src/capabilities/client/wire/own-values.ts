import type { Static } from 'typebox';
import {
  type EmploymentChange,
  type LabelledAddress,
  type NewDocument,
  type OwnProfile,
  type PostalAddress,
  readDocument,
  readEmployment,
  readPostal,
} from '#capabilities/party/index.ts';
import type { FieldCursor } from '#dialects/channel/field-errors.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { employment, identificationDocument, postalAddress } from '../contract/own-data-values.ts';
import { camelCursor } from './camel-cursor.ts';

type Address = Static<typeof postalAddress>;
type Employment = Static<typeof employment>;

/** Reads an address by the rules of the party interface. */
export function readAddress(address: Address, cursor: FieldCursor): PostalAddress | undefined {
  const read = readPostal(
    omitUndefined({
      kind: address.kind,
      label: address.label,
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
    }),
    camelCursor(cursor),
  );
  if (read?.kind !== 'postal') return undefined;
  const { kind: _, ...postal } = read;
  return postal;
}

export function readIdDocument(
  document: Static<typeof identificationDocument>,
  cursor: FieldCursor,
): NewDocument {
  return readDocument(
    omitUndefined({
      kind: document.kind,
      'document-number': document.documentNumber,
      'issue-date': document.issueDate,
      'expiry-date': document.expiryDate,
      'issuing-country': document.issuingCountry,
      'issuing-authority': document.issuingAuthority,
      'place-of-issue': document.placeOfIssue,
      'place-of-issue-code': document.placeOfIssueCode,
      'content-url': document.contentUrl,
    }),
    camelCursor(cursor),
  );
}

/** Reads the whole employment after a change: a member that is absent is cleared. */
export function readWholeEmployment(sent: Employment, cursor: FieldCursor): EmploymentChange {
  const isEmployed = (sent.employmentStatus ?? 'employed') === 'employed';
  /** Who is not employed has no employer; the rules of the party clear it. */
  const ofEmployees = <T>(value: T | undefined): T | null | undefined =>
    value ?? (isEmployed ? null : undefined);
  return readEmployment(
    omitUndefined({
      'employment-status': sent.employmentStatus ?? null,
      'employer-name': ofEmployees(sent.employerName),
      'employer-party-number': ofEmployees(sent.employerPartyNumber),
      'employed-since': ofEmployees(sent.employedSince),
      'job-title': sent.jobTitle ?? null,
      'tenure-years': sent.tenureYears ?? null,
      'experience-years': sent.experienceYears ?? null,
      'education-level': sent.educationLevel ?? null,
      occupation: sent.occupation ?? null,
      industry: sent.industry ?? null,
      'contract-kind': ofEmployees(sent.contractKind),
      'net-monthly-income': sent.netMonthlyIncome ?? null,
    }),
    camelCursor(cursor),
  );
}

/** An address as it is shown; the label is the whole address. */
export function toAddress(address: LabelledAddress | undefined): Address | undefined {
  return address && { kind: 'postal', ...address };
}

/** An address as it can be changed: the label of a structured address is built from its parts. */
export function toChangeableAddress(address: LabelledAddress | undefined): Address | undefined {
  if (address === undefined) return undefined;
  const { label, ...parts } = address;
  return parts.streetName === undefined ? { ...parts, label } : parts;
}

/** Employment as it can be changed. */
export function toEmployment({ employment: known, sensitive }: OwnProfile): Employment | undefined {
  if (known === undefined && sensitive.netMonthlyIncome === undefined) return undefined;
  const { status, ...rest } = known ?? {};
  return omitUndefined({
    employmentStatus: status,
    ...rest,
    netMonthlyIncome: sensitive.netMonthlyIncome,
  });
}
