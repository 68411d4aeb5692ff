import { describe, expect, it } from 'vitest';
import { toClassificationListResponse, toClassificationResponse } from '#dialects/channel/classifications.ts';
import { heldValues, localize } from '#platform/kernel/classification.ts';
import type { PageMetadata } from '#platform/kernel/paging.ts';
import { getClassification, listClassifications } from '../contract/classifications.ts';
import { listContactPoints, registerContactPoint } from '../contract/contact-points.ts';
import { listIdentificationDocuments } from '../contract/documents.ts';
import { registerIndividual } from '../contract/individuals.ts';
import { listParties, listRelationships, searchParties, syncParties } from '../contract/reading.ts';
import { classifications } from '../domain/classifications.ts';
import {
  closedPerson,
  company,
  erased,
  guarded,
  merged,
  person,
  personal,
  relationships,
  sensitive,
} from '../testing/known-parties.suite.ts';
import {
  toContactPointResponse,
  toContactPointsResponse,
  toDocumentsResponse,
  toDoneResponse,
  toListResponse,
  toRegisteredResponse,
  toRelationshipsResponse,
  toSearchResponse,
  toSyncResponse,
} from './responses.ts';

const metadata: PageMetadata = {
  page: 1,
  pageSize: 10,
  totalCount: 1,
  totalPages: 1,
  totalCountIsEstimate: false,
  sortBy: 'party-number',
  sortOrder: 'asc',
};

describe('several parties', () => {
  const page = {
    items: [
      { party: person, syncToken: 't1', relationships },
      { party: company, syncToken: 't2', relationships: undefined },
    ],
    metadata,
  };
  const request = { params: undefined, headers: undefined, body: undefined };

  it('are returned as a page with its sort order', () => {
    const response = guarded(
      listParties,
      toListResponse(page, { ...request, query: { 'sort-order': 'desc' } }),
    );
    expect(response.body).toMatchObject({
      page: 1,
      'page-size': 10,
      'total-count': 1,
      'total-pages': 1,
      'sort-by': 'party-number',
      'sort-order': 'desc',
      items: [{ 'sync-token': 't1' }, { 'sync-token': 't2' }],
    });
    expect(response.body).not.toHaveProperty('total-count-is-estimate');
    expect(response.body.items[0]).not.toHaveProperty('relationships');
  });

  it('report a count as an estimate only when it is one, and hits without a sort order', () => {
    const counted = { ...page, metadata: { ...metadata, totalCountIsEstimate: true } };
    const response = guarded(
      searchParties,
      toSearchResponse(counted, { ...request, query: { q: 'ana', include: ['relationships'] } }),
    );
    expect(response.body).toHaveProperty('total-count-is-estimate', true);
    expect(response.body).not.toHaveProperty('sort-by');
    expect(response.body.items[0]).toHaveProperty('relationships');
  });

  it('that changed are returned with tombstones of those that are gone', () => {
    const items = [erased, merged, closedPerson].map((party) => ({
      party,
      syncToken: 't',
      relationships: undefined,
    }));
    const response = guarded(
      syncParties,
      toSyncResponse({ items, syncToken: 'next', hasMore: true }, { ...request, query: {} }),
    );
    expect(response.body).toMatchObject({ 'sync-token': 'next', 'has-more': true });
    expect(response.body.items.slice(0, 2)).toEqual([
      { 'party-number': '1000000048', kind: 'individual', 'record-state': 'erased', 'sync-token': 't' },
      {
        'party-number': '1000000048',
        kind: 'individual',
        'record-state': 'merged',
        'survivor-party-number': '42',
        'sync-token': 't',
      },
    ]);
    expect(response.body.items[2]).toMatchObject({ 'record-state': 'live', 'display-name': 'Ana Kovač' });
  });
});

describe('other responses', () => {
  it('fit their contracts', () => {
    const request = {
      params: { 'party-number': '1000000048' },
      headers: undefined,
      body: undefined,
      query: {},
    };
    expect(
      guarded(listContactPoints, toContactPointsResponse(personal.contactPoints, request)).body,
    ).toMatchObject({ length: 4 });
    expect(guarded(listIdentificationDocuments, toDocumentsResponse(sensitive.documents)).body).toMatchObject(
      {
        length: 2,
      },
    );
    expect(guarded(listRelationships, toRelationshipsResponse(relationships)).body).toMatchObject({
      length: 1,
    });
    expect(toDoneResponse()).toEqual({ status: 204 });
  });

  it('to a creation contain the location', () => {
    expect(guarded(registerIndividual, toRegisteredResponse({ partyNumber: '1000000048' }))).toEqual({
      status: 201,
      headers: { location: '/v1/party/parties/1000000048' },
      body: { id: '1000000048', uri: '/v1/party/parties/1000000048' },
    });
    expect(guarded(registerContactPoint, toContactPointResponse({ partyNumber: '7', id: 'p1' }))).toEqual({
      status: 201,
      headers: { location: '/v1/party/parties/7/contact-points/p1' },
      body: { id: 'p1', uri: '/v1/party/parties/7/contact-points/p1' },
    });
  });

  it('about classifications may be cached for an hour, each version by its own ETag', () => {
    const localized = classifications.map((schema) => localize(schema, heldValues(schema, []), ['en']));
    const listed = guarded(listClassifications, toClassificationListResponse(localized));
    expect(listed.body.items.map((item) => item['schema-id'])).toContain('party-kinds');
    const responses = localized.map((one) => guarded(getClassification, toClassificationResponse(one)));
    expect(responses.every(({ headers }) => headers?.['cache-control'] === 'private, max-age=3600')).toBe(
      true,
    );
    expect(new Set(responses.map(({ headers }) => headers?.['etag'])).size).toBe(classifications.length);
    const roles = responses.find(({ body }) => body['schema-id'] === 'party-relationship-roles');
    expect(roles?.body.values[0]).toHaveProperty('parent-literal');
  });
});
