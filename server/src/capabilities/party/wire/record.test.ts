import { describe, expect, it } from 'vitest';
import { getParty, getPartyAsOf } from '../contract/reading.ts';
import {
  closedPerson,
  company,
  guarded,
  head,
  person,
  relationships,
} from '../testing/known-parties.suite.ts';
import { toWireRecord } from './record.ts';
import { toAsOfResponse, toPartyResponse } from './responses.ts';
import { onePartyShape, toPartyShape } from './shape.ts';

const partyRequest = (query: object = {}): Parameters<typeof toPartyResponse>[1] => ({
  params: { 'party-number': head.partyNumber },
  headers: {},
  query,
  body: undefined,
});

describe('one party', () => {
  it('is returned whole, with its version', () => {
    const shown = { view: person, relationships, syncToken: 'token' };
    const response = guarded(getParty, toPartyResponse(shown, partyRequest()));
    expect(response).toEqual({
      status: 200,
      headers: { etag: expect.stringMatching(/^"7\.[\w-]{11}"$/) },
      body: {
        kind: 'individual',
        'party-number': '1000000048',
        'display-name': 'Ana Kovač',
        'registration-profile': 'customer',
        'record-state': 'live',
        'country-of-residence': 'NL',
        'picture-url': 'https://content.example.org/p',
        'id-number': 'X1',
        'id-kind': 'passport-number',
        'id-issuing-country': 'NL',
        customer: {
          status: 'active',
          sector: 'households',
          segment: 'mass',
          'status-since': '2026-01-01',
          'status-reason': 'first product',
        },
        'contact-preference': {
          'preferred-language': 'nl',
          'opt-ins': [
            {
              purpose: 'survey',
              'contact-medium': 'email',
              since: '2026-01-01T10:00:00.000Z',
              channel: 'app',
            },
          ],
          'opt-outs': [],
          uri: '/v1/party/parties/1000000048/contact-preference',
        },
        'servicing-info': { 'servicing-unit': 'U1', since: '2026-01-01' },
        'contact-points': [
          {
            id: 'p1',
            uri: '/v1/party/parties/1000000048/contact-points/p1',
            method: 'landline',
            usage: 'primary',
            address: {
              kind: 'phone',
              number: '+31201234567',
              extension: '12',
              'country-code': '31',
              'national-destination-code': '20',
              'subscriber-number': '1234567',
            },
            'contact-preference': {
              'opt-ins': [],
              'opt-outs': [],
              uri: '/v1/party/parties/1000000048/contact-points/p1',
            },
            'valid-until': '2027-01-01',
            verified: true,
          },
          expect.objectContaining({ id: 'p4', address: { kind: 'email', value: 'a@example.org' } }),
          expect.objectContaining({
            id: 'p2',
            address: {
              kind: 'postal',
              label: 'Dam 1\n1012 AB Amsterdam\nNL',
              'street-name': 'Dam',
              'building-number': '1',
              'post-code': '1012 AB',
              'town-name': 'Amsterdam',
              country: 'NL',
            },
          }),
          expect.objectContaining({ id: 'p3', address: { kind: 'social', value: 'ana', provider: 'x' } }),
        ],
        relationships: [
          {
            id: 'r1',
            kind: 'mandate',
            role: 'proxy',
            'to-party': { 'party-number': '42', 'display-name': 'Bakery', kind: 'organization' },
            mandate: { scope: ['payment'], 'signing-group': 'A' },
            'valid-from': '2026-01-01',
          },
        ],
        created: '2026-01-01T10:00:00.000Z',
        'last-modified': '2026-02-01T10:00:00.500Z',
        'sync-token': 'token',
        'full-name': 'Ana Maria Kovač',
        'given-name': 'Ana',
        'middle-name': 'Maria',
        surname: 'Kovač',
        'birth-surname': 'Novak',
        gender: 'female',
        'birth-date': '1980-02-29',
        'birth-place': 'Utrecht',
        'birth-country': 'NL',
        citizenships: ['NL'],
        'legal-capacity': 'full',
        'marital-status': 'married',
        'employment-status': 'employed',
        employment: {
          'employer-name': 'Bakery',
          'contract-kind': 'permanent',
          'net-monthly-income': { currency: 'EUR', amount: '2500.00' },
        },
        'residential-profile': { 'residence-status': 'resident', 'household-size': 2 },
        'tax-residencies': [{ country: 'NL', tin: '123456782' }],
        'individual-status': 'living',
        'id-documents': [expect.objectContaining({ id: 'd2' }), expect.objectContaining({ id: 'd1' })],
      },
    });
  });

  it('that is an organization has the members of organizations', () => {
    const body = toWireRecord(company, { syncToken: 't', shape: onePartyShape });
    guarded(getPartyAsOf, { status: 200, body });
    expect(body).toMatchObject({
      kind: 'organization',
      'display-name': 'Bakery',
      'registered-name': 'Bakery B.V.',
      'legal-structure': 'private-limited',
      'organization-purpose': 'commercial',
      'sole-trader': false,
      established: '1990-01-01',
      lei: '5493001KJTIIGC8Y1R12',
      industry: 'C',
      ownership: {
        'ownership-kind': 'private',
        owners: [
          { 'party-number': '42', share: 60, 'is-beneficial-owner': true, 'control-kind': 'shares' },
          { name: 'Ben', 'id-kind': 'passport-number', 'id-number': 'B1', share: 40 },
        ],
      },
      size: {
        size: 'small',
        headcount: 12,
        'annual-turnover': { currency: 'EUR', amount: '5.00' },
        'fiscal-year': 2025,
      },
      death: { date: '2026-01-01', 'reported-on': '2026-01-02' },
    });
    expect(body).not.toHaveProperty('full-name');
    expect(body).not.toHaveProperty('id-documents');
  });

  it('has no sensitive member where none was decrypted, however it is requested', () => {
    const shape = toPartyShape({ include: ['*', 'id-number', 'employment.net-monthly-income'] });
    const text = JSON.stringify([
      toWireRecord(closedPerson, { syncToken: 't', shape }),
      toWireRecord({ ...company, sensitive: undefined }, { syncToken: 't', shape }),
    ]);
    const members = [
      'X1',
      'B1',
      '1980',
      'Utrecht',
      '123456782',
      '2500',
      'id-number',
      'birth-',
      'death',
      'tax-residencies',
      'id-documents',
      'income',
    ];
    expect(members.filter((member) => text.includes(member))).toEqual(['birth-']);
    expect(text).not.toMatch(/birth-(?:date|place|country)/);
  });

  it('in the past has neither version nor sync position', () => {
    const response = guarded(getPartyAsOf, toAsOfResponse(person));
    expect(response).not.toHaveProperty('headers');
    expect(response).not.toHaveProperty('body.sync-token');
    expect(response).toHaveProperty('body.display-name', 'Ana Kovač');
  });
});
