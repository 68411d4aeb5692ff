import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { enterRelationship } from '../relationships/enter-relationship.ts';

let app: PartyTestApp;
let organization: string;
let owner: string;
let proxy: string;
beforeAll(async () => {
  app = await createPartyTestApp();
  owner = await app.person({ 'given-name': 'Olga', surname: 'Owner' });
  proxy = await app.person({ 'given-name': 'Paul', surname: 'Proxy' });
  organization = await app.organization({
    ...organizationCustomerFields(),
    ownership: { owners: [{ 'party-number': owner, share: 75.5, 'is-beneficial-owner': true }] },
    representatives: [{ 'party-number': proxy, role: 'director', 'signing-group': 'A' }],
  });
  const said = { partyNumber: owner, employeeId: 'e-1', reason: 'papers' };
  await enterRelationship(app.context(), {
    ...said,
    other: proxy,
    kind: 'kinship',
    terms: { role: 'parent', validFrom: '2001-01-01' },
  });
  await enterRelationship(app.context(), {
    ...said,
    other: organization,
    kind: 'work',
    terms: { role: 'employee', validFrom: '2010-01-01' },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const seen = async (number: string, as = back()): Promise<readonly string[]> =>
  listAt((await app.get(`/parties/${number}/relationships`, as)).body).map((one) =>
    [
      at(one, 'kind'),
      at(one, 'role'),
      at(one, 'to-party', 'party-number'),
      at(one, 'to-party', 'display-name') ?? '?',
    ].join(' '),
  );

describe('listing relationships', () => {
  test('returns each from the side of the party of the path', async () => {
    expect(await seen(owner)).toEqual([
      `kinship parent ${proxy} Paul Proxy`,
      expect.stringMatching(`^ownership investor ${organization} Nordwind`),
      expect.stringMatching(`^work employee ${organization} Nordwind`),
    ]);
    expect(await seen(proxy)).toEqual([
      `kinship child ${owner} Olga Owner`,
      expect.stringMatching(`^mandate proxy ${organization} Nordwind`),
    ]);
    expect(await seen(organization)).toEqual([
      `mandate principal ${proxy} Paul Proxy`,
      `ownership investee ${owner} Olga Owner`,
      `work employer ${owner} Olga Owner`,
    ]);
  });

  test('returns shares and mandates with their kinds', async () => {
    const { body } = await app.get(`/parties/${organization}/relationships`);
    const [mandate, ownership, work] = listAt(body);
    expect(mandate).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'mandate',
      role: 'principal',
      'to-party': { 'party-number': proxy, 'display-name': 'Paul Proxy', kind: 'individual' },
      mandate: { scope: expect.arrayContaining(['payment']), 'signing-group': 'A' },
      'valid-from': '2026-11-15',
    });
    expect(ownership).toMatchObject({ share: 75.5, 'is-beneficial-owner': true });
    expect(Object.keys(Object(work)).toSorted()).toEqual(['id', 'kind', 'role', 'to-party', 'valid-from']);
  });

  test('returns to customers the names of their kin and of those they act for only', async () => {
    expect(await seen(owner, customer(owner))).toEqual([
      `kinship parent ${proxy} Paul Proxy`,
      `ownership investor ${organization} ?`,
      `work employee ${organization} ?`,
    ]);
    const acting = customer(proxy, { 'acting-for': organization });
    const company = [
      `mandate principal ${proxy} Paul Proxy`,
      `ownership investee ${owner} ?`,
      `work employer ${owner} ?`,
    ];
    expect(await seen(organization, acting)).toEqual(company);
    expect(await seen(organization, customer(proxy))).toEqual(company);
    const { body } = await app.get(`/parties/${organization}?include=relationships`, acting);
    expect(listAt(body, 'relationships').map((one) => at(one, 'to-party', 'display-name'))).toEqual([
      'Paul Proxy',
      undefined,
      undefined,
    ]);
  });

  test('is allowed for callers that see the party', async () => {
    expect(refusalOf(await app.get(`/parties/${organization}/relationships`, customer(owner)))).toBe(
      '404 not-found',
    );
    expect(refusalOf(await app.get('/parties/1000000000/relationships'))).toBe('404 not-found');
    expect((await app.get(`/parties/${owner}/relationships`, back('01', ['party.write']))).status).toBe(403);
    expect((await app.get(`/parties/${owner}/relationships`, staff('e-1', ['party.read']))).status).toBe(200);
  });
});
