import Type from 'typebox';
import { closed, moneyInput, orNull } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import {
  contractKinds,
  employmentStatuses,
  genders,
  legalCapacities,
  maritalStatuses,
  residenceStatuses,
  tenureStatuses,
} from '../domain/literals.ts';
import { problems } from '../problems.ts';
import { classValue } from './class-values.ts';
import { ofDocuments } from './documents.ts';
import {
  done,
  ifMatch,
  ofChanges,
  ofIndividuals,
  partiesPath,
  party,
  partyNumber,
  partyParams,
} from './interface.ts';
import {
  identificationTogether,
  ofRegistrations,
  registration,
  registrationMembers,
} from './registration.ts';
import {
  citizenships,
  contentUrl,
  country,
  day,
  electronicAddress,
  identificationDocument,
  idKind,
  idNumber,
  organizationName,
  personName,
  phone,
  postalAddress,
  taxResidencies,
} from './values.ts';

const { Optional } = Type;
const path = `${partiesPath}/individuals`;
const birthPlace = Type.String({ minLength: 1, maxLength: 80 });
const birthPlaceCode = Type.String({ minLength: 1, maxLength: 35 });

export const registerIndividual = contract({
  ...registration,
  operationId: 'Individuals_Register',
  bodySize: 'normal',
  path,
  summary: 'Register an individual, or upgrade one to a higher profile',
  description:
    'Creates a party and returns its number. If the id number is known with a lower registration profile, the existing party is upgraded instead.',
  request: {
    body: Type.Object(
      {
        ...registrationMembers,
        'given-name': personName,
        'middle-name': Optional(personName),
        surname: personName,
        'birth-surname': Optional(personName),
        'mobile-phone': Optional(phone),
        'email-address': Optional(electronicAddress),
        'contact-address': Optional(postalAddress),
        'legal-address': Optional(postalAddress),
        'delivery-address': Optional(postalAddress),
        'birth-date': Optional(day),
        'birth-place': Optional(birthPlace),
        'birth-place-code': Optional(birthPlaceCode),
        'birth-country': Optional(country),
        gender: Optional(Type.Enum(genders)),
        citizenships: Optional(citizenships),
        'marital-status': Optional(Type.Enum(maritalStatuses)),
        'employment-status': Optional(Type.Enum(employmentStatuses)),
        'id-document': Optional(identificationDocument),
        'tax-residencies': Optional(taxResidencies),
      },
      { ...closed, dependentRequired: identificationTogether },
    ),
  },
  problems: [...ofRegistrations, problems['party-deceased'], ...ofDocuments],
});

const change = {
  interface: party,
  method: 'PATCH',
  responses: done,
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
} as const;

/** The individual, and staff and applications that maintain the record. */
const personAndBank = callers({
  application: { scope: 'party.write' },
  employee: { role: 'party.write' },
  customer: { scope: 'party.write' },
});

export const applyIndividualCorrections = contract({
  ...change,
  operationId: 'Individuals_ApplyCorrections',
  path: `${path}/{party-number}/corrections`,
  summary: 'Correct data that was recorded wrongly',
  description:
    'For errors in the record, not for changes in life: history before and after the correction stays. Some members require the approval of a second employee.',
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'data-steward' } }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'given-name': Optional(orNull(personName)),
        'middle-name': Optional(orNull(personName)),
        surname: Optional(orNull(personName)),
        'birth-surname': Optional(orNull(personName)),
        gender: Optional(orNull(Type.Enum(genders))),
        'birth-date': Optional(orNull(day)),
        'birth-place': Optional(orNull(birthPlace)),
        'birth-place-code': Optional(orNull(birthPlaceCode)),
        'birth-country': Optional(orNull(country)),
        citizenships: Optional(orNull(citizenships)),
        'id-number': Optional(orNull(idNumber)),
        'id-kind': Optional(orNull(idKind)),
        'id-issuing-country': Optional(orNull(country)),
        'marital-status': Optional(orNull(Type.Enum(maritalStatuses))),
        'legal-capacity': Optional(orNull(Type.Enum(legalCapacities))),
        reason: classValue('correction-reasons'),
        'case-id': Optional(Type.String({ maxLength: 64 })),
      },
      { ...closed, minProperties: 2, dependentRequired: identificationTogether },
    ),
  },
  problems: [
    problems['id-number-already-registered'],
    problems['id-number-not-acceptable'],
    problems['mandatory-field-cleared'],
    problems['second-approval-required'],
    problems['party-kind-mismatch'],
    ...ofChanges,
  ],
});

export const changeSurname = contract({
  ...change,
  operationId: 'Individuals_ChangeSurname',
  path: `${path}/{party-number}/surname`,
  summary: 'Change the surname of an individual',
  description:
    'For a change by marriage or by decision of an authority, with the new identification document. The birth surname stays.',
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'party.write' } }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        surname: personName,
        reason: classValue('surname-change-reasons'),
        'effective-date': day,
        'id-document': Optional(identificationDocument),
        'content-url': Optional(contentUrl),
      },
      closed,
    ),
  },
  problems: [problems['surname-unchanged'], ...ofDocuments, ...ofIndividuals],
});

const years = Type.Integer({ minimum: 0, maximum: 80 });

export const modifyEmploymentProfile = contract({
  ...change,
  operationId: 'Individuals_ModifyEmploymentProfile',
  path: `${path}/{party-number}/employmentprofile`,
  summary: 'Change the employment profile of an individual',
  description: 'Changes the members that the body has; null clears an optional one.',
  access: personAndBank,
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'employment-status': Optional(orNull(Type.Enum(employmentStatuses))),
        'employer-name': Optional(orNull(organizationName)),
        'employer-party-number': Optional(orNull(partyNumber)),
        'employed-since': Optional(orNull(day)),
        'job-title': Optional(orNull(Type.String({ minLength: 1, maxLength: 70 }))),
        'tenure-years': Optional(orNull(years)),
        'experience-years': Optional(orNull(years)),
        'education-level': Optional(orNull(classValue('education-levels'))),
        occupation: Optional(orNull(classValue('occupations'))),
        industry: Optional(orNull(classValue('industries'))),
        'contract-kind': Optional(orNull(Type.Enum(contractKinds))),
        'net-monthly-income': Optional(orNull(moneyInput)),
      },
      { ...closed, minProperties: 1 },
    ),
  },
  problems: [problems['mandatory-field-cleared'], ...ofIndividuals],
});

const dependants = Type.Integer({ minimum: 0, maximum: 30 });

export const modifyResidentialProfile = contract({
  ...change,
  operationId: 'Individuals_ModifyResidentialProfile',
  path: `${path}/{party-number}/residentialprofile`,
  summary: 'Change the residential profile of an individual',
  description: 'Changes the members that the body has; null clears an optional one.',
  access: personAndBank,
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'residence-status': Optional(orNull(Type.Enum(residenceStatuses))),
        'tenure-status': Optional(orNull(Type.Enum(tenureStatuses))),
        'years-at-address': Optional(orNull(Type.Integer({ minimum: 0, maximum: 120 }))),
        'household-size': Optional(orNull(Type.Integer({ minimum: 1, maximum: 30 }))),
        'minor-dependants': Optional(orNull(dependants)),
        'adult-dependants': Optional(orNull(dependants)),
        'country-of-residence': Optional(orNull(country)),
        'resident-since': Optional(orNull(day)),
        'tax-residencies': Optional(orNull(taxResidencies)),
      },
      { ...closed, minProperties: 1 },
    ),
  },
  problems: [problems['mandatory-field-cleared'], ...ofIndividuals],
});

export const reportDeath = contract({
  ...change,
  operationId: 'Individuals_ReportDeath',
  method: 'POST',
  path: `${path}/{party-number}/death-report`,
  summary: 'Report the death of an individual',
  description:
    'Records the date of death. Users of the party are suspended and messages to it cancelled once the death is confirmed.',
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'estate-desk' } }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'date-of-death': day,
        source: classValue('death-report-sources'),
        'certificate-number': Optional(Type.String({ maxLength: 35 })),
        'issuing-authority': Optional(Type.String({ maxLength: 140 })),
        'reported-by': Optional(Type.String({ maxLength: 140 })),
        'content-url': Optional(contentUrl),
      },
      closed,
    ),
  },
  problems: [
    problems['death-already-reported'],
    problems['death-date-before-birth'],
    problems['party-kind-mismatch'],
    ...ofChanges,
  ],
  idempotency: 'optional',
});
