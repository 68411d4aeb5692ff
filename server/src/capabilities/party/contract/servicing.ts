import Type from 'typebox';
import { closed, orNull, outputOnly } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import { done, ifMatch, ofAnyParty, partiesPath, party, partyParams } from './interface.ts';
import { day, servicingMembers } from './values.ts';

const { Optional } = Type;

/** Problems of a servicing unit or manager, for every command that names one. */
export const ofServicing = [
  problems['servicing-unit-not-found'],
  problems['manager-not-found'],
  problems['manager-not-in-unit'],
] as const;

export const modifyServicingInfo = contract({
  operationId: 'Party_ModifyServicingInfo',
  interface: party,
  method: 'PATCH',
  path: `${partiesPath}/{party-number}/servicing-info`,
  summary: 'Change the servicing unit and managers of a party',
  description: 'Replaces the members that the body has. Managers must belong to the servicing unit.',
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'servicing-manager' } }),
  request: {
    params: partyParams,
    headers: ifMatch,
    body: Type.Object(
      {
        'servicing-unit': Optional(orNull(servicingMembers['servicing-unit'])),
        'relationship-manager': Optional(orNull(servicingMembers['relationship-manager'])),
        'deputy-manager': Optional(orNull(servicingMembers['deputy-manager'])),
        'service-channel': Optional(orNull(servicingMembers['service-channel'])),
        'effective-date': Optional(day),
        ...outputOnly('since'),
      },
      { ...closed, minProperties: 1 },
    ),
  },
  responses: done,
  problems: [...ofServicing, ...ofAnyParty],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});
