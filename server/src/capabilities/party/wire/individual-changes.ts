import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf } from '#platform/http/contract.ts';
import { mapDefined, mapNullable, omitUndefined, unlessBlank } from '#platform/kernel/members.ts';
import type {
  applyIndividualCorrections,
  changeSurname,
  modifyEmploymentProfile,
  modifyResidentialProfile,
  reportDeath,
} from '../contract/individuals.ts';
import type {
  Corrections,
  DeathReport,
  EmploymentChange,
  IdentificationInput,
  ResidenceChange,
  SurnameChange,
} from '../domain/changes.ts';
import {
  readContentUrl,
  readCountries,
  readCountry,
  readDocument,
  readIdentification,
  readMoney,
  readPersonName,
  readTaxResidencies,
} from './values.ts';

type CorrectionBody = RequestOf<typeof applyIndividualCorrections>['body'];

export function toCorrections({ body }: RequestOf<typeof applyIndividualCorrections>): Corrections {
  return inspect('body', (cursor) => {
    const name = (
      member: 'given-name' | 'middle-name' | 'surname' | 'birth-surname',
    ): string | null | undefined =>
      mapNullable(body[member], (text) => readPersonName(text, cursor.at(member)));
    const { reason, 'case-id': caseId, ...corrected } = body;
    if (Object.keys(corrected).length === 0) cursor.report('too-few');
    return omitUndefined({
      givenName: name('given-name'),
      middleName: name('middle-name'),
      surname: name('surname'),
      birthSurname: name('birth-surname'),
      gender: body.gender,
      birthDate: body['birth-date'],
      birthPlace: body['birth-place'],
      birthPlaceCode: body['birth-place-code'],
      birthCountry: mapNullable(body['birth-country'], (code) =>
        readCountry(code, cursor.at('birth-country')),
      ),
      citizenships: mapNullable(body.citizenships, (codes) =>
        readCountries(codes, cursor.at('citizenships')),
      ),
      identification: readCorrectedIdentification(body, cursor),
      maritalStatus: body['marital-status'],
      legalCapacity: body['legal-capacity'],
      reason,
      caseId: unlessBlank(caseId),
    });
  });
}

/** Number and kind are sent together and cleared together. */
function readCorrectedIdentification(
  body: CorrectionBody,
  cursor: FieldCursor,
): IdentificationInput | null | undefined {
  const { 'id-issuing-country': country, 'id-kind': kind, 'id-number': number } = body;
  if (number === null && kind === null) {
    if (typeof country === 'string') cursor.at('id-issuing-country').report('combination-not-allowed');
    return null;
  }
  if (number === null) return cursor.at('id-number').report('combination-required');
  if (kind === null) return cursor.at('id-kind').report('combination-required');
  return readIdentification(body, cursor);
}

export function toSurnameChange({ body }: RequestOf<typeof changeSurname>): SurnameChange {
  return inspect('body', (cursor) =>
    omitUndefined({
      surname: readPersonName(body.surname, cursor.at('surname')),
      reason: body.reason,
      effectiveDate: body['effective-date'],
      document: mapDefined(body['id-document'], (document) =>
        readDocument(document, cursor.at('id-document')),
      ),
      contentUrl: mapDefined(body['content-url'], (url) => readContentUrl(url, cursor.at('content-url'))),
    }),
  );
}

export function toEmploymentChange({ body }: RequestOf<typeof modifyEmploymentProfile>): EmploymentChange {
  return inspect('body', (cursor) => readEmployment(body, cursor));
}

export type EmploymentMembers = RequestOf<typeof modifyEmploymentProfile>['body'];

export function readEmployment(body: EmploymentMembers, cursor: FieldCursor): EmploymentChange {
  const change: EmploymentChange = omitUndefined({
    status: body['employment-status'],
    employerName: body['employer-name'],
    employerPartyNumber: body['employer-party-number'],
    employedSince: body['employed-since'],
    jobTitle: body['job-title'],
    tenureYears: body['tenure-years'],
    experienceYears: body['experience-years'],
    educationLevel: body['education-level'],
    occupation: body.occupation,
    industry: body.industry,
    contractKind: body['contract-kind'],
    netMonthlyIncome: mapNullable(body['net-monthly-income'], (money) =>
      readMoney(money, cursor.at('net-monthly-income')),
    ),
  });
  checkEmployer(change, cursor);
  return change;
}

/**
 * Rejects an employer of a person who is not employed. If the body has no status, the operation uses the recorded
 * one.
 */
function checkEmployer({ status, ...change }: EmploymentChange, cursor: FieldCursor): void {
  if (status === undefined || status === null || status === 'employed') return;
  const ofEmployed = {
    'employer-name': change.employerName,
    'employer-party-number': change.employerPartyNumber,
    'employed-since': change.employedSince,
    'contract-kind': change.contractKind,
  };
  for (const [member, value] of Object.entries(ofEmployed)) {
    if (value !== undefined && value !== null) cursor.at(member).report('combination-not-allowed');
  }
}

export function toResidenceChange({ body }: RequestOf<typeof modifyResidentialProfile>): ResidenceChange {
  return inspect('body', (cursor) =>
    omitUndefined({
      residenceStatus: body['residence-status'],
      tenureStatus: body['tenure-status'],
      yearsAtAddress: body['years-at-address'],
      householdSize: body['household-size'],
      minorDependants: body['minor-dependants'],
      adultDependants: body['adult-dependants'],
      countryOfResidence: mapNullable(body['country-of-residence'], (code) =>
        readCountry(code, cursor.at('country-of-residence')),
      ),
      residentSince: body['resident-since'],
      taxResidencies: mapNullable(body['tax-residencies'], (list) =>
        readTaxResidencies(list, cursor.at('tax-residencies')),
      ),
    }),
  );
}

export function toDeathReport({ body }: RequestOf<typeof reportDeath>): DeathReport {
  return inspect('body', (cursor) =>
    omitUndefined({
      date: body['date-of-death'],
      source: body.source,
      certificateNumber: unlessBlank(body['certificate-number']),
      issuingAuthority: unlessBlank(body['issuing-authority']),
      reportedBy: unlessBlank(body['reported-by']),
      contentUrl: mapDefined(body['content-url'], (url) => readContentUrl(url, cursor.at('content-url'))),
    }),
  );
}
