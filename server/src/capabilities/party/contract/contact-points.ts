import Type from 'typebox';
import { closed, orNull, outputOnly } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { contactMethods, contactUsages } from '../domain/literals.ts';
import { includesExpiredDefault } from '../domain/queries.ts';
import { problems } from '../problems.ts';
import { createdResult, done, ifMatch, ofAnyParty, partiesPath, party, partyParams } from './interface.ts';
import { readers } from './reading.ts';
import { contactPointOut } from './record-parts.ts';
import {
  anyAddress,
  contactMethod,
  contactPreference,
  contactUsage,
  day,
  preferenceMembers,
} from './values.ts';

const { Optional } = Type;

export const modifyContactPreference = contract({
  operationId: 'Parties_ContactPreference_Modify',
  interface: party,
  method: 'PATCH',
  path: `${partiesPath}/{party-number}/contact-preference`,
  summary: 'Change the contact preference of a party: language, purposes and media',
  description:
    'Replaces the members that the body has. An opt-in and an opt-out for the same purpose and medium contradict each other and are rejected.',
  access: callers({
    application: { scope: 'party.write' },
    employee: { role: 'party.write' },
    customer: { scope: 'party.write' },
  }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'preferred-language': Optional(orNull(preferenceMembers['preferred-language'])),
        'opt-ins': Optional(orNull(preferenceMembers['opt-ins'])),
        'opt-outs': Optional(orNull(preferenceMembers['opt-outs'])),
        ...outputOnly('uri'),
      },
      { ...closed, minProperties: 1 },
    ),
  },
  responses: done,
  problems: [problems['preference-not-changeable'], ...ofAnyParty],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});

const path = `${partiesPath}/{party-number}/contact-points`;

export const listContactPoints = contract({
  operationId: 'Parties_GetContactPoints',
  interface: party,
  method: 'GET',
  path,
  summary: 'List the contact points of a party, the primary ones first',
  description:
    'Phone numbers, e-mail and postal addresses and social accounts that are valid now; `include-expired` adds the earlier ones.',
  access: readers,
  request: {
    params: partyParams,
    query: Type.Object({
      method: Optional(Type.Array(contactMethod, { maxItems: contactMethods.length })),
      usage: Optional(Type.Array(contactUsage, { maxItems: contactUsages.length })),
      'include-expired': Optional(Type.Boolean({ default: includesExpiredDefault })),
    }),
  },
  responses: { 200: { description: 'Contact points.', body: Type.Array(contactPointOut) } },
  problems: [standardProblems.gone],
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
});

/** A customer changes contact points only after strong authentication. */
const changers = callers({
  application: { scope: 'party.write' },
  employee: { role: 'party.write' },
  customer: { scope: 'party.write', assurance: 'sca' },
});

const stored = {
  201: {
    description: 'Stored.',
    body: createdResult,
    headers: { location: 'URL of the contact point.' },
  },
} as const;

const outputs = outputOnly('id', 'uri', 'verified');

export const registerContactPoint = contract({
  operationId: 'Parties_RegisterContactPoints',
  bodySize: 'medium',
  interface: party,
  method: 'POST',
  path,
  summary: 'Register a contact point',
  description: 'Adds a contact point; it starts unverified. A customer needs strong authentication.',
  access: changers,
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        method: contactMethod,
        usage: Optional(contactUsage),
        address: anyAddress,
        'contact-preference': Optional(contactPreference),
        'valid-from': Optional(day),
        'valid-until': Optional(day),
        ...outputs,
      },
      closed,
    ),
  },
  responses: stored,
  problems: [
    problems['contact-point-already-registered'],
    problems['contact-point-limit-reached'],
    problems['preference-not-changeable'],
    ...ofAnyParty,
  ],
  idempotency: 'required',
  rate: 'change',
  source: 'S000',
});

export const modifyContactPoint = contract({
  operationId: 'Parties_ModifyContactPoint',
  interface: party,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change a contact point',
  description:
    'Changes the members that the body has; null clears an optional date. A changed address is unverified again. A customer needs strong authentication.',
  access: changers,
  request: {
    params: Type.Object({ ...partyParams.properties, id: Type.String({ format: 'uuid' }) }),
    headers: ifMatch,
    body: Type.Object(
      {
        method: Optional(contactMethod),
        usage: Optional(contactUsage),
        address: Optional(anyAddress),
        'contact-preference': Optional(contactPreference),
        'valid-from': Optional(orNull(day)),
        'valid-until': Optional(orNull(day)),
        ...outputs,
      },
      { ...closed, minProperties: 1 },
    ),
  },
  // SPEC 000: 201 with Location although nothing is created. A new version is stored; the id stays the same.
  responses: stored,
  problems: [
    problems['contact-point-already-registered'],
    problems['contact-point-in-use'],
    // The contact point may have a preference, or may be required by the registration profile.
    problems['preference-not-changeable'],
    problems['mandatory-field-cleared'],
    ...ofAnyParty,
  ],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});
