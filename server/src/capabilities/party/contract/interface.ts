import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import type { Interface } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problems } from '../problems.ts';

/** SPEC 000: parties of the bank, their data, and changes of it. */
export const party: Interface = {
  name: 'party',
  title: 'Party',
  basePath: '/v1/party',
  dialect: channel,
  duringMaintenance: 'closed',
};

export const partiesPath = '/v1/party/parties';

/** Also the customer number; numbers of an older system may contain letters. */
export const partyNumber = Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' });

export const partyParams = Type.Object({ 'party-number': partyNumber });

/** The version of the party that the caller has seen; a change based on another version is rejected. */
export const ifMatch = Type.Object({ 'if-match': Type.Optional(Type.String()) });

/** Problems of every change: the party may be gone, or have another version than the caller saw. */
export const ofChanges = [standardProblems.gone, standardProblems['precondition-failed']] as const;

/** Problems of changes of a living individual or of an organization, on a path for both. */
export const ofAnyParty = [...ofChanges, problems['party-deceased']] as const;

/** Problems of changes of a living individual. */
export const ofIndividuals = [...ofAnyParty, problems['party-kind-mismatch']] as const;

export const ofOrganizations = [...ofChanges, problems['party-kind-mismatch']] as const;

export const done = { 204: { description: 'Done.' } } as const;

/** SPEC 000: created-resource result; `uri` is the path of the `Location` header. */
export const createdResult = Type.Object({ id: Type.String(), uri: Type.String() });
