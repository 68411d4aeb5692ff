import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf } from '#platform/http/contract.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { sortOrderDefault } from '#platform/kernel/paging.ts';
import { normalizeName } from '#platform/kernel/person-name.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type { ShapeRequest } from '#platform/kernel/shaping.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { listContactPoints } from '../contract/contact-points.ts';
import type { getParty, getPartyAsOf, listParties, searchParties, syncParties } from '../contract/reading.ts';
import { isHandle, normalizeHandle } from '../domain/electronic-address.ts';
import { radiusMaxKm, radiusMinKm } from '../domain/policy.ts';
import {
  type ContactPointQuery,
  includesExpiredDefault,
  type PartyFilters,
  type PartyListQuery,
  type PartySearchQuery,
  partySortKeyDefault,
  searchFields,
  searchModeDefault,
} from '../domain/queries.ts';
import type { AsOf } from '../operations/reading/get-party-as-of.ts';
import type { SyncQuery } from '../operations/reading/sync-parties.ts';
import { shows, toListShape, toPartyShape } from './shape.ts';
import { readIdNumber } from './values.ts';

type ListQuery = RequestOf<typeof listParties>['query'];
type SearchQuery = RequestOf<typeof searchParties>['query'];

const wordLengthMin = 2;

export function toListQuery({ query }: RequestOf<typeof listParties>): PartyListQuery {
  return inspect('query', (cursor) => ({
    filters: readFilters(query, cursor),
    // The list window is bank policy, which the operation applies.
    page: omitUndefined({ page: query.page, pageSize: query['page-size'] }),
    sortBy: query['sort-by'] ?? partySortKeyDefault,
    sortOrder: query['sort-order'] ?? sortOrderDefault,
    relationships: relationshipsIn(query),
  }));
}

export function toSearchQuery({ query }: RequestOf<typeof searchParties>): PartySearchQuery {
  return inspect('query', (cursor) =>
    omitUndefined({
      q: readWords(query.q, cursor.at('q')),
      fields: query['search-fields'] ?? searchFields,
      mode: query['search-mode'] ?? searchModeDefault,
      kind: query.kind,
      near: readNear(query, cursor),
      page: omitUndefined({ page: query.page, pageSize: query['page-size'] }),
      relationships: relationshipsIn(query),
    }),
  );
}

/** Reads the query. A shape path that the record does not have is rejected before anything is read or audited. */
export function toSyncQuery({ query }: RequestOf<typeof syncParties>): SyncQuery {
  return omitUndefined({ syncToken: query['sync-token'], relationships: relationshipsIn(query) });
}

export function toPartyQuery({ params, query }: RequestOf<typeof getParty>): {
  readonly partyNumber: string;
} {
  toPartyShape(query);
  return { partyNumber: params['party-number'] };
}

export function toContactPointQuery({
  params,
  query,
}: RequestOf<typeof listContactPoints>): ContactPointQuery {
  return {
    partyNumber: params['party-number'],
    methods: query.method ?? [],
    usages: query.usage ?? [],
    includesExpired: query['include-expired'] ?? includesExpiredDefault,
  };
}

export function toAsOfQuery({ params, query }: RequestOf<typeof getPartyAsOf>): AsOf {
  return omitUndefined({
    partyNumber: params['party-number'],
    knownAt: mapDefined(query['known-at'], instant),
    trueOn: query['true-on'],
  });
}

/** Relationships need an extra query per party, run only if the caller requests them. */
function relationshipsIn(query: ShapeRequest): PartyListQuery['relationships'] {
  return shows(toListShape(query), 'relationships') ? 'wanted' : 'left-out';
}

function readFilters(query: ListQuery, cursor: FieldCursor): PartyFilters {
  const { 'id-kind': idKind, 'id-number': idNumber, 'individual-status': individualStatus, kind } = query;
  if (kind === 'organization' && individualStatus !== undefined)
    cursor.at('individual-status').report('combination-not-allowed');
  return omitUndefined({
    kind,
    statuses: query.statuses,
    individualStatus,
    name: mapDefined(query.name, (text) => readWords(text, cursor.at('name'))),
    phoneNumber: mapDefined(query['phone-number'], (text) =>
      readPhoneFilter(text, cursor.at('phone-number')),
    ),
    email: mapDefined(
      query.email,
      (text) => normalizeEmail(text)?.key ?? cursor.at('email').report('format'),
    ),
    socialAccount: mapDefined(query['social-account'], (text) =>
      readAccount(text, cursor.at('social-account')),
    ),
    identification:
      idKind === undefined || idNumber === undefined
        ? undefined
        : { idKind, idNumber: readIdNumber(idNumber, cursor.at('id-number')) },
  });
}

function readWords(text: string, cursor: FieldCursor): string {
  const words = normalizeName(text);
  if (Array.from(words).length < wordLengthMin) cursor.report('too-short');
  return words;
}

function readPhoneFilter(text: string, cursor: FieldCursor): string | undefined {
  return parsePhone(text)?.number ?? cursor.report('format');
}

/** Reads `provider:handle`, or a handle with any provider. */
function readAccount(text: string, cursor: FieldCursor): string | undefined {
  const colon = text.indexOf(':');
  const provider = text.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const handle = text.slice(colon + 1).trim();
  if (!isHandle(handle) || (colon !== -1 && provider === '')) return cursor.report('format');
  return colon === -1 ? normalizeHandle(handle) : `${provider}:${normalizeHandle(handle)}`;
}

/**
 * Reads the circle of a search. The contract requires all three members together; the maximum radius is bank policy.
 */
function readNear(query: SearchQuery, cursor: FieldCursor): PartySearchQuery['near'] {
  const { lat, long, radius } = query;
  if (lat === undefined || long === undefined || radius === undefined) return undefined;
  if (radius < radiusMinKm) cursor.at('radius').report('minimum');
  if (radius > radiusMaxKm) cursor.at('radius').report('maximum');
  return { lat, long, radiusKm: radius };
}

/** The contract has checked the format, so the text can be parsed. */
function instant(text: string): Temporal.Instant {
  const read = parseTimestamp(text);
  assert(read !== undefined);
  return read;
}
