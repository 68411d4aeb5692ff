import Type from 'typebox';
import { outputOnly } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { registrationProfiles } from '../domain/literals.ts';
import { problems } from '../problems.ts';
import { createdResult, party, partyNumber } from './interface.ts';
import { ofServicing } from './servicing.ts';
import { contactPreference, country, idKind, idNumber, servicingInfo } from './values.ts';

const { Optional } = Type;

/** Members of both kinds of registrations. The profile determines which are mandatory. */
export const registrationMembers = {
  'registration-profile': Type.Enum(registrationProfiles),
  'party-number': Optional(partyNumber),
  'duplicate-override': Optional(Type.String({ minLength: 1, maxLength: 64 })),
  'id-number': Optional(idNumber),
  'id-kind': Optional(idKind),
  'id-issuing-country': Optional(country),
  'country-of-residence': Optional(country),
  'contact-preference': Optional(contactPreference),
  'servicing-info': Optional(servicingInfo),
  ...outputOnly('display-name', 'full-name', 'record-state', 'created', 'last-modified', 'sync-token'),
};

// SPEC 000: id-number is used together with id-kind.
export const identificationTogether = {
  'id-number': ['id-kind'],
  'id-kind': ['id-number'],
  'id-issuing-country': ['id-number'],
};

export const registration = {
  interface: party,
  method: 'POST',
  access: callers({ application: { scope: 'party.register' }, employee: { role: 'party.register' } }),
  responses: {
    201: {
      description: 'Registered, or upgraded to a higher profile.',
      body: createdResult,
      headers: { location: 'URL of the party.' },
    },
  },
  idempotency: 'required',
  rate: 'change',
  source: 'S000',
} as const;

// GAP: which problems the parts of a registration raise. The same as their own commands. ADR-0028
export const ofRegistrations = [
  problems['id-number-already-registered'],
  problems['id-number-not-acceptable'],
  problems['duplicate-party-suspected'],
  problems['profile-downgrade-not-allowed'],
  problems['party-kind-mismatch'],
  problems['party-rejected'],
  problems['contact-point-limit-reached'],
  problems['preference-not-changeable'],
  ...ofServicing,
  standardProblems.gone,
] as const;
