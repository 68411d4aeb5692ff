import Type from 'typebox';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { pageDefault, sortOrderDefault } from '#platform/kernel/paging.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { customerStatuses, individualStatuses, partyKinds } from '../domain/literals.ts';
import { pageSizeDefault } from '../domain/policy.ts';
import { partySortKeyDefault, partySortKeys, searchFields, searchModeDefault } from '../domain/queries.ts';
import { partiesPath, party, partyParams } from './interface.ts';
import { partyHits, partyList, partyRecord, syncList } from './record.ts';
import { relationshipOut } from './record-parts.ts';
import { day, idKind, idNumber, timestamp } from './values.ts';

const { Optional } = Type;

const shaping = {
  include: Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  trim: Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
};

/** Upper bounds are bank policy; the wire translation or the operation checks them. */
const paging = {
  page: Optional(Type.Integer({ minimum: 1, default: pageDefault })),
  'page-size': Optional(Type.Integer({ minimum: 1, default: pageSizeDefault })),
};

/** Callers that may read one party; the object rule decides which parties. */
export const readers = callers({
  application: { scope: 'party.read' },
  employee: { role: 'party.read' },
  customer: { scope: 'party.read' },
});

const reading = {
  interface: party,
  method: 'GET',
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
} as const;

export const listParties = contract({
  ...reading,
  operationId: 'Parties_GetList',
  path: partiesPath,
  summary: 'List parties by filters',
  description:
    'Pages through parties that match all filters. Filter by exact values such as id number, phone number or e-mail address; use the search operation for words.',
  access: callers({ application: { scope: 'party.read' }, employee: { role: 'party.read' } }),
  request: {
    query: Type.Object(
      {
        kind: Optional(Type.Enum(partyKinds)),
        statuses: Optional(Type.Array(Type.Enum(customerStatuses), { maxItems: customerStatuses.length })),
        'id-number': Optional(idNumber),
        'id-kind': Optional(idKind),
        'individual-status': Optional(Type.Enum(individualStatuses)),
        name: Optional(Type.String({ minLength: 2, maxLength: 140 })),
        'phone-number': Optional(Type.String({ minLength: 1, maxLength: 40 })),
        email: Optional(Type.String({ minLength: 3, maxLength: 254 })),
        'social-account': Optional(Type.String({ minLength: 1, maxLength: 131 })),
        ...paging,
        'sort-by': Optional(Type.Enum(partySortKeys, { default: partySortKeyDefault })),
        'sort-order': Optional(Type.Enum(['asc', 'desc'], { default: sortOrderDefault })),
        ...shaping,
      },
      // SPEC 000: id-number is used in conjunction with id-kind.
      { dependentRequired: { 'id-number': ['id-kind'], 'id-kind': ['id-number'] } },
    ),
  },
  responses: { 200: { description: 'One page of parties.', body: partyList } },
  problems: [],
});

export const syncParties = contract({
  ...reading,
  operationId: 'Parties_Sync',
  path: `${partiesPath}/sync`,
  summary: 'List parties that changed after a token',
  description:
    'Keeps a copy up to date. Start without a token, then call again with the `sync-token` of the last response while `has-more` is true. The same party may appear again.',
  access: callers({ application: { scope: 'party.sync' } }),
  request: {
    query: Type.Object({
      'sync-token': Optional(Type.String({ minLength: 1, maxLength: 200 })),
      // GAP: S000 has one parameter here; without these a mirror reads every changed party once more. ADR-0158
      ...shaping,
    }),
  },
  responses: { 200: { description: 'Each changed party once, in its current state.', body: syncList } },
  // A token of another bank, or an expired one: start again.
  problems: [standardProblems.gone],
});

export const searchParties = contract({
  ...reading,
  operationId: 'Parties_Search',
  path: `${partiesPath}/search`,
  summary: 'Search parties by words and location, the best first',
  description:
    'Finds parties by words, also with small spelling differences, and by distance from a point. Results are ordered by how well they match.',
  access: callers({ application: { scope: 'party.search' }, employee: { role: 'party.search' } }),
  request: {
    query: Type.Object(
      {
        kind: Optional(Type.Enum(partyKinds)),
        q: Type.String({ minLength: 2, maxLength: 200 }),
        'search-fields': Optional(
          Type.Array(Type.Enum(searchFields), { maxItems: searchFields.length, default: searchFields }),
        ),
        'search-mode': Optional(Type.Enum(['any', 'all'], { default: searchModeDefault })),
        lat: Optional(Type.Number({ minimum: -90, maximum: 90 })),
        long: Optional(Type.Number({ minimum: -180, maximum: 180 })),
        // Its bounds are bank policy, which the wire translation checks.
        radius: Optional(Type.Number()),
        ...paging,
        ...shaping,
      },
      {
        dependentRequired: {
          lat: ['long', 'radius'],
          long: ['lat', 'radius'],
          radius: ['lat', 'long'],
        },
      },
    ),
  },
  responses: { 200: { description: 'One page of hits.', body: partyHits } },
  problems: [],
  rate: 'search',
});

export const getParty = contract({
  ...reading,
  operationId: 'Parties_Get',
  path: `${partiesPath}/{party-number}`,
  summary: 'One party',
  description:
    'The current record. `include` adds parts that are left out by default, `trim` leaves members out. Use the `ETag` as `If-Match` of the next change.',
  access: readers,
  request: {
    params: partyParams,
    headers: Type.Object({ 'if-none-match': Optional(Type.String()) }),
    query: Type.Object(shaping),
  },
  responses: {
    200: {
      description: 'The party.',
      body: partyRecord,
      headers: { etag: 'The version of the party.', 'cache-control': 'Never cached.' },
    },
    304: { description: 'Unchanged since that version.', headers: { etag: 'The version of the party.' } },
  },
  // Erased; or merged, and then `Location` names the survivor.
  problems: [standardProblems.gone],
});

// GAP: the specification does not say how the history of a party is read. Staff read it here for inquiries. ADR-0024
export const getPartyAsOf = contract({
  ...reading,
  operationId: 'Parties_GetAsOf',
  path: `${partiesPath}/{party-number}/as-of`,
  summary: 'Get a party as it was on a day, according to what was recorded at a point in time',
  description:
    'The record as it was on a day (`true-on`), according to what the bank knew at a time (`known-at`). Use it for audits and disputes.',
  access: callers({ application: { scope: 'party.sensitive' }, employee: { role: 'party.read' } }),
  request: {
    params: partyParams,
    query: Type.Object({ 'known-at': Optional(timestamp), 'true-on': Optional(day) }),
  },
  responses: { 200: { description: 'The party as it was.', body: partyRecord } },
  problems: [standardProblems.gone],
  source: 'addition',
});

export const listRelationships = contract({
  ...reading,
  operationId: 'Parties_Relationship_GetList',
  path: `${partiesPath}/{party-number}/relationships`,
  summary: 'List the relationships of a party',
  description:
    'Owners, representatives, mandates and other relationships of the party, in both directions; `role` says which side it has.',
  access: readers,
  request: { params: partyParams },
  responses: { 200: { description: 'Relationships of the party.', body: Type.Array(relationshipOut) } },
  problems: [standardProblems.gone],
});
