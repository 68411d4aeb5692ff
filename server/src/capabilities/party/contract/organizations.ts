import Type from 'typebox';
import { closed, orNull } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import { classValue } from './class-values.ts';
import { done, ifMatch, ofOrganizations, partiesPath, party, partyNumber, partyParams } from './interface.ts';
import {
  identificationTogether,
  ofRegistrations,
  registration,
  registrationMembers,
} from './registration.ts';
import {
  contentUrl,
  day,
  electronicAddress,
  organizationName,
  ownershipMembers,
  phone,
  postalAddress,
  sizeMembers,
} from './values.ts';

const { Optional } = Type;
const path = `${partiesPath}/organizations`;

const representative = Type.Object(
  {
    'party-number': partyNumber,
    role: Type.String({ minLength: 1, maxLength: 70 }),
    // GAP: the maximum length of a signing group's name. ADR-0028
    'signing-group': Optional(Type.String({ minLength: 1, maxLength: 35 })),
  },
  closed,
);

export const registerOrganization = contract({
  ...registration,
  operationId: 'Organizations_Register',
  bodySize: 'normal',
  path,
  summary: 'Register an organization, or upgrade one to a higher profile',
  description:
    'Creates a party and returns its number. If the id number is known with a lower registration profile, the existing party is upgraded instead.',
  request: {
    body: Type.Object(
      {
        ...registrationMembers,
        'commercial-name': organizationName,
        'registered-name': Optional(organizationName),
        'legal-structure': Optional(classValue('legal-structures')),
        'organization-purpose': Optional(classValue('organization-purposes')),
        established: Optional(day),
        'sole-trader': Optional(Type.Boolean()),
        lei: Optional(Type.String({ pattern: '^[A-Z0-9]{18}[0-9]{2}$' })),
        industry: Optional(classValue('industries')),
        phone,
        'email-address': Optional(electronicAddress),
        'contact-address': Optional(postalAddress),
        'legal-address': Optional(postalAddress),
        'delivery-address': Optional(postalAddress),
        ownership: Optional(
          Type.Object(
            {
              'ownership-kind': Optional(ownershipMembers['ownership-kind']),
              owners: ownershipMembers.owners,
              'content-url': Optional(ownershipMembers['content-url']),
            },
            closed,
          ),
        ),
        size: Optional(
          Type.Object(
            {
              size: Optional(sizeMembers.size),
              headcount: Optional(sizeMembers.headcount),
              'annual-turnover': Optional(sizeMembers['annual-turnover']),
              'balance-sheet-total': Optional(sizeMembers['balance-sheet-total']),
              'fiscal-year': Optional(sizeMembers['fiscal-year']),
            },
            closed,
          ),
        ),
        // GAP: how many representatives one request may contain. More than a board has members. ADR-0028
        representatives: Optional(Type.Array(representative, { maxItems: 50 })),
      },
      { ...closed, dependentRequired: identificationTogether },
    ),
  },
  problems: [
    ...ofRegistrations,
    problems['ownership-exceeds-total'],
    problems['beneficial-owner-missing'],
    problems['size-not-consistent'],
  ],
});

const change = {
  interface: party,
  method: 'PATCH',
  responses: done,
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
} as const;

export const modifyBusinessName = contract({
  ...change,
  operationId: 'Organization_ModifyBusinessName',
  path: `${path}/{party-number}/name`,
  summary: 'Change names or legal structure of an organization',
  description: 'Changes the members that the body has; at least one must differ from the record.',
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'party.write' } }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'registered-name': Optional(orNull(organizationName)),
        'commercial-name': Optional(orNull(organizationName)),
        'legal-structure': Optional(orNull(classValue('legal-structures'))),
        'effective-date': day,
        reason: Optional(Type.String({ maxLength: 200 })),
        'content-url': Optional(contentUrl),
      },
      { ...closed, minProperties: 2 },
    ),
  },
  problems: [problems['name-unchanged'], problems['mandatory-field-cleared'], ...ofOrganizations],
});

export const changeOwnership = contract({
  ...change,
  operationId: 'Organization_ChangeOwnership',
  bodySize: 'normal',
  path: `${path}/{party-number}/ownership`,
  summary: 'Replace the owners of an organization',
  description:
    'Replaces the whole list of owners. Shares must not exceed 100 percent, and a beneficial owner must be among them.',
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'kyc-officer' } }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'ownership-kind': Optional(ownershipMembers['ownership-kind']),
        'effective-date': day,
        owners: ownershipMembers.owners,
        'content-url': Optional(ownershipMembers['content-url']),
      },
      closed,
    ),
  },
  problems: [problems['ownership-exceeds-total'], problems['beneficial-owner-missing'], ...ofOrganizations],
});

export const modifySize = contract({
  ...change,
  operationId: 'Organization_ModifySize',
  path: `${path}/{party-number}/size`,
  summary: 'Change size and measures of an organization',
  description: 'Changes the members that the body has. Size class and measures must fit each other.',
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'party.write' } }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        size: Optional(orNull(sizeMembers.size)),
        headcount: Optional(orNull(sizeMembers.headcount)),
        'annual-turnover': Optional(orNull(sizeMembers['annual-turnover'])),
        'balance-sheet-total': Optional(orNull(sizeMembers['balance-sheet-total'])),
        'fiscal-year': Optional(orNull(sizeMembers['fiscal-year'])),
      },
      { ...closed, minProperties: 1 },
    ),
  },
  problems: [problems['size-not-consistent'], ...ofOrganizations],
});
