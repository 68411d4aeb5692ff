import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import { channelParameters } from '#dialects/channel/parameter-texts.ts';
import type { Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problems } from '../problems.ts';

/** SPEC 000: parties of the bank, their data, and changes of it. */
export const party: Interface = {
  name: 'party',
  title: 'Party',
  basePath: '/v1/party',
  dialect: channel,
  parameters: {
    ...channelParameters,
    email: 'Exact e-mail address of a contact point.',
    id: 'Id of the contact point, from their list.',
    'id-kind': 'Kind of the id number.',
    'id-number': 'Exact id number, such as that of a register or a tax office.',
    'if-none-match': 'The `ETag` of a copy; 304 if the copy is still current.',
    'include-expired': 'Whether contact points that are no longer valid are listed.',
    'individual-status': 'Only individuals with this status.',
    kind: 'Only individuals, or only organizations.',
    'known-at': 'What the bank knew at this time; now by default.',
    lat: 'Latitude of the centre of the search.',
    long: 'Longitude of the centre of the search.',
    method: 'Only contact points of these methods.',
    name: 'A name of the party; for single words use the search.',
    'party-number': 'Number of the party, which the bank gave it on registration.',
    'phone-number': 'Exact phone number of a contact point.',
    q: 'Words to find.',
    radius: 'Distance from the centre, in kilometres.',
    'search-fields': 'Members in which the words are looked for; all by default.',
    'search-mode': 'Whether all words must match, or any.',
    'social-account': 'Exact name of a social account.',
    statuses: 'Only parties with one of these statuses.',
    'sync-token': 'The token of the last response; absent for a full copy.',
    'true-on': 'The day on which the facts were true; today by default.',
    usage: 'Only contact points for these uses.',
  },
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
export const createdResult = named(
  'Created',
  'What a change created or changed.',
  Type.Object({ id: Type.String(), uri: Type.String() }),
  { id: 'Its id.', uri: 'Its address.' },
);
