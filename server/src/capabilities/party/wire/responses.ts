import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { sortOrderDefault } from '#platform/kernel/paging.ts';
import type { listContactPoints, registerContactPoint } from '../contract/contact-points.ts';
import type { listIdentificationDocuments } from '../contract/documents.ts';
import type { registerIndividual } from '../contract/individuals.ts';
import type {
  getParty,
  getPartyAsOf,
  listParties,
  listRelationships,
  searchParties,
  syncParties,
} from '../contract/reading.ts';
import type { modifyServicingInfo } from '../contract/servicing.ts';
import type { ContactPoint, IdentificationDocument } from '../domain/facts.ts';
import type { PartyView } from '../domain/party.ts';
import { partySortKeyDefault, type RelationshipView } from '../domain/queries.ts';
import type { ContactPointTarget } from '../operations/contacts/register-contact-point.ts';
import type { ShownParty } from '../operations/reading/get-party.ts';
import type { SyncedParties } from '../operations/reading/sync-parties.ts';
import type { ShownPage } from '../steps/pages.ts';
import { toSyncItem, toWireRecord } from './record.ts';
import {
  contactPointUri,
  partyUri,
  toWireContactPoints,
  toWireDocuments,
  toWireRelationships,
} from './record-values.ts';
import { onePartyShape, toListShape, toPartyShape } from './shape.ts';
import { etagOf } from './target.ts';

type ListBody = ResponseOf<typeof listParties>['body'];

export function toPartyResponse(
  { relationships, syncToken, view }: ShownParty,
  { query }: RequestOf<typeof getParty>,
): ResponseOf<typeof getParty> {
  return {
    status: 200,
    headers: { etag: etagOf(view.version, relationships) },
    body: toWireRecord(view, { relationships, syncToken, shape: toPartyShape(query) }),
  };
}

/** A party in the past has neither a version nor a sync position. */
export function toAsOfResponse(view: PartyView): ResponseOf<typeof getPartyAsOf> {
  return { status: 200, body: toWireRecord(view, { shape: onePartyShape }) };
}

export function toListResponse(
  page: ShownPage,
  { query }: RequestOf<typeof listParties>,
): ResponseOf<typeof listParties> {
  const sorting = {
    'sort-by': query['sort-by'] ?? partySortKeyDefault,
    'sort-order': query['sort-order'] ?? sortOrderDefault,
  } as const;
  return { status: 200, body: { ...toWirePage(page, query), ...sorting } };
}

/** Hits have a fixed order, so the response has no sort members. */
export function toSearchResponse(
  page: ShownPage,
  { query }: RequestOf<typeof searchParties>,
): ResponseOf<typeof searchParties> {
  return { status: 200, body: toWirePage(page, query) };
}

function toWirePage(
  { items, metadata }: ShownPage,
  query: Parameters<typeof toListShape>[0],
): Omit<ListBody, 'sort-by' | 'sort-order'> {
  const shape = toListShape(query);
  const isEstimate = metadata.totalCountIsEstimate;
  return {
    page: metadata.page,
    'page-size': metadata.pageSize,
    'total-count': metadata.totalCount,
    'total-pages': metadata.totalPages,
    ...(isEstimate ? { 'total-count-is-estimate': true } : {}),
    items: items.map(({ party, relationships, syncToken }) =>
      toWireRecord(party, omitUndefined({ relationships, syncToken, shape })),
    ),
  };
}

/** Changed parties, and the token to continue from. */
export function toSyncResponse(
  synced: SyncedParties,
  { query }: RequestOf<typeof syncParties>,
): ResponseOf<typeof syncParties> {
  const shape = toListShape(query);
  return {
    status: 200,
    body: {
      items: synced.items.map(({ party, relationships, syncToken }) =>
        toSyncItem(party, omitUndefined({ relationships, syncToken, shape })),
      ),
      'sync-token': synced.syncToken,
      'has-more': synced.hasMore,
    },
  };
}

export function toRelationshipsResponse(
  relationships: readonly RelationshipView[],
): ResponseOf<typeof listRelationships> {
  return { status: 200, body: toWireRelationships(relationships) };
}

export function toDocumentsResponse(
  documents: readonly IdentificationDocument[],
): ResponseOf<typeof listIdentificationDocuments> {
  return { status: 200, body: toWireDocuments(documents) };
}

export function toContactPointsResponse(
  points: readonly ContactPoint[],
  { params }: RequestOf<typeof listContactPoints>,
): ResponseOf<typeof listContactPoints> {
  return { status: 200, body: toWireContactPoints(params['party-number'], points) };
}

/** The same for individuals and organizations, for a new party and for an upgraded one. */
export function toRegisteredResponse({
  partyNumber,
}: {
  readonly partyNumber: string;
}): ResponseOf<typeof registerIndividual> {
  const uri = partyUri(partyNumber);
  return { status: 201, headers: { location: uri }, body: { id: partyNumber, uri } };
}

/** The same for a new contact point and for a changed one. */
export function toContactPointResponse({
  id,
  partyNumber,
}: ContactPointTarget): ResponseOf<typeof registerContactPoint> {
  const uri = contactPointUri(partyNumber, id);
  return { status: 201, headers: { location: uri }, body: { id, uri } };
}

/** The response of every change without a result. */
export function toDoneResponse(): ResponseOf<typeof modifyServicingInfo> {
  return { status: 204 };
}
