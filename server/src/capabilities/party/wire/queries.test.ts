import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { listContactPoints } from '../contract/contact-points.ts';
import { getParty, getPartyAsOf, listParties, searchParties } from '../contract/reading.ts';
import { searchFields } from '../domain/queries.ts';
import { validatorOf } from '../testing/request-validation.suite.ts';
import { toAsOfQuery, toContactPointQuery, toListQuery, toPartyQuery, toSearchQuery } from './queries.ts';

const list = validatorOf(listParties, toListQuery);
const search = validatorOf(searchParties, toSearchQuery);
const points = validatorOf(listContactPoints, toContactPointQuery);
const asOf = validatorOf(getPartyAsOf, toAsOfQuery);

describe('a list', () => {
  it('is sorted by party number and not filtered by default', () => {
    expect(list({})).toEqual({
      command: { filters: {}, page: {}, sortBy: 'party-number', sortOrder: 'asc', relationships: 'left-out' },
    });
  });

  it('takes every filter in the form in which it is looked up', () => {
    const query = {
      kind: 'individual',
      statuses: 'active,dormant',
      'id-number': 'ab 1'.replace(' ', '-'),
      'id-kind': 'passport-number',
      'individual-status': 'living',
      name: '  ana   kov ',
      'phone-number': '+31 (20) 123-4567',
      email: 'Ana@EXAMPLE.org',
      'social-account': 'Fediverse:@Ana',
      page: '2',
      'page-size': '50',
      'sort-by': 'last-modified',
      'sort-order': 'desc',
      include: 'relationships.kind',
      trim: 'customer',
    };
    expect(list({ query })).toEqual({
      command: {
        filters: {
          kind: 'individual',
          statuses: ['active', 'dormant'],
          individualStatus: 'living',
          name: 'ana kov',
          phoneNumber: '+31201234567',
          email: 'ana@example.org',
          socialAccount: 'fediverse:ana',
          identification: { idKind: 'passport-number', idNumber: 'AB-1' },
        },
        page: { page: 2, pageSize: 50 },
        sortBy: 'last-modified',
        sortOrder: 'desc',
        relationships: 'wanted',
      },
    });
  });

  it('finds a social account by its handle alone', () => {
    expect(list({ query: { 'social-account': '@Ana' } })).toHaveProperty(
      'command.filters.socialAccount',
      'ana',
    );
  });

  it.each([
    ['combination-required id-kind', { 'id-number': 'AB1' }],
    ['combination-required id-number', { 'id-kind': 'passport-number' }],
    ['combination-not-allowed individual-status', { kind: 'organization', 'individual-status': 'living' }],
    ['pattern id-number', { 'id-number': 'a b', 'id-kind': 'passport-number' }],
    ['too-short name', { name: ' a ' }],
    ['format phone-number', { 'phone-number': '123' }],
    ['format email', { email: 'unknown' }],
    ['format social-account', { 'social-account': ':ana' }],
    ['format social-account', { 'social-account': 'x:' }],
    ['enum statuses[1]', { statuses: 'active,asleep' }],
    ['enum sort-by', { 'sort-by': 'surname' }],
    ['enum sort-order', { 'sort-order': 'up' }],
    ['minimum page', { page: '0' }],
    ['minimum page-size', { 'page-size': '0' }],
    ['type page', { page: 'x' }],
    ['enum include', { include: 'display-name,nickname' }],
    ['enum trim', { trim: 'customer.colour' }],
    ['unknown-field colour', { colour: 'red' }],
  ])('reports %s', (error, query) => {
    expect(list({ query })).toEqual({ errors: [error] });
  });
});

describe('a search', () => {
  it('looks in all fields for all words by default', () => {
    expect(search({ query: { q: 'ana  kovač' } })).toEqual({
      command: { q: 'ana kovač', fields: searchFields, mode: 'all', page: {}, relationships: 'left-out' },
    });
  });

  it('takes a position and a radius, and only some fields', () => {
    const query = {
      q: 'ana',
      'search-fields': 'surname,party-number',
      'search-mode': 'any',
      kind: 'individual',
      lat: '52.37',
      long: '4.89',
      radius: '0.1',
    };
    expect(search({ query })).toMatchObject({
      command: {
        fields: ['surname', 'party-number'],
        mode: 'any',
        kind: 'individual',
        near: { lat: 52.37, long: 4.89, radiusKm: 0.1 },
      },
    });
  });

  const near = { q: 'ana', lat: '1', long: '1', radius: '1' };
  it.each([
    [['required q'], {}],
    [['too-short q'], { q: '  ' }],
    [['enum search-mode'], { q: 'ana', 'search-mode': 'some' }],
    [['enum search-fields[0]'], { q: 'ana', 'search-fields': 'id-number' }],
    [['combination-required long', 'combination-required radius'], { q: 'ana', lat: '1' }],
    [['minimum radius'], { ...near, radius: '0.09' }],
    [['maximum radius'], { ...near, radius: '100.1' }],
    [['maximum lat'], { ...near, lat: '90.1' }],
    [['unknown-field sort-by'], { q: 'ana', 'sort-by': 'created' }],
  ])('reports %j', (errors, query) => {
    expect(search({ query })).toEqual({ errors });
  });
});

describe('one party', () => {
  const one = validatorOf(getParty, toPartyQuery);
  it('is requested by its number, and only with paths that a record has', () => {
    expect(one({ query: { include: '*', trim: 'contact-points.address.label' } })).toEqual({
      command: { partyNumber: '1000000048' },
    });
    expect(one({ query: { include: 'colour', trim: 'kind,spirit' } })).toEqual({
      errors: ['enum include', 'enum trim'],
    });
    expect(one({ params: { 'party-number': 'a b' } })).toEqual({ errors: ['pattern party-number'] });
  });
});

describe('contact points and the history', () => {
  it('are requested as sent', () => {
    expect(points({})).toEqual({
      command: { partyNumber: '1000000048', methods: [], usages: [], includesExpired: false },
    });
    expect(points({ query: { method: 'mobile,email', usage: 'work', 'include-expired': 'true' } })).toEqual({
      command: {
        partyNumber: '1000000048',
        methods: ['mobile', 'email'],
        usages: ['work'],
        includesExpired: true,
      },
    });
    expect(asOf({})).toEqual({ command: { partyNumber: '1000000048' } });
    expect(asOf({ query: { 'known-at': '2026-01-01T01:00:00+01:00', 'true-on': '2025-12-31' } })).toEqual({
      command: {
        partyNumber: '1000000048',
        knownAt: Temporal.Instant.from('2026-01-01T00:00:00Z'),
        trueOn: '2025-12-31',
      },
    });
  });
});
