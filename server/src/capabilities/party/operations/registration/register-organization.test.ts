import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { auditOf, errorsOf, eventsOf, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  organizationCustomerFields,
  organizationFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { saveServicingUnits } from '../servicing/save-servicing-units.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
  await saveServicingUnits(app.context(), {
    units: [{ unit: 'unit-1', parentUnit: undefined }],
    managers: [{ managerId: 'm-1', unit: 'unit-1' }],
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const path = '/parties/organizations';
const euros = (amount: string): object => ({ currency: 'EUR', amount });

describe('registering an organization', () => {
  test('returns number and location, and the record has the data of the request', async () => {
    const owner = await app.person({ 'given-name': 'Olga', surname: 'Owner' });
    const response = await app.post(path, {
      ...organizationCustomerFields(),
      'commercial-name': 'Café & Söhne (Nord)',
      'registered-name': 'Café Söhne Handels GmbH',
      'legal-structure': 'private-limited',
      'email-address': { value: 'post@cafe.example.org' },
      lei: '529900T8BM49AURSDO55',
      'sole-trader': false,
      industry: '62',
      'country-of-residence': 'DE',
      ownership: {
        'ownership-kind': 'private',
        owners: [
          { 'party-number': owner, share: 60.5, 'is-beneficial-owner': true, 'control-kind': 'shares' },
          {
            name: 'Fern GmbH',
            'id-number': 'HRB 1/9'.replace(' ', ''),
            'id-kind': 'registration-number',
            share: 39.5,
          },
        ],
      },
      size: { size: 'small', headcount: 25, 'annual-turnover': euros('4000000.00') },
    });
    const number = String(at(response.body, 'id'));
    expect(response).toMatchObject({ status: 201, body: { id: number, uri: `/v1/party/parties/${number}` } });
    expect(await recordOf(app, number)).toMatchObject({
      kind: 'organization',
      'display-name': 'Café & Söhne (Nord)',
      'commercial-name': 'Café & Söhne (Nord)',
      'registered-name': 'Café Söhne Handels GmbH',
      'legal-structure': 'private-limited',
      'organization-purpose': 'commercial',
      established: '1998-04-01',
      lei: '529900T8BM49AURSDO55',
      'sole-trader': false,
      industry: '62',
      'country-of-residence': 'DE',
      customer: { status: 'active' },
      ownership: {
        'ownership-kind': 'private',
        owners: [
          { 'party-number': owner, share: 60.5, 'is-beneficial-owner': true, 'control-kind': 'shares' },
          { name: 'Fern GmbH', 'id-number': 'HRB1/9', 'id-kind': 'registration-number', share: 39.5 },
        ],
      },
      size: { size: 'small', headcount: 25, 'annual-turnover': euros('4000000.00') },
      relationships: [
        {
          kind: 'ownership',
          role: 'investee',
          'to-party': { 'party-number': owner, 'display-name': 'Olga Owner', kind: 'individual' },
          share: 60.5,
          'is-beneficial-owner': true,
          'valid-from': '2026-11-15',
        },
      ],
    });
    expect(at(await recordOf(app, number), 'individual-status')).toBeUndefined();
    expect(await eventsOf(app, number)).toEqual(['organization-registered']);
    expect(await auditOf(app, number)).toContainEqual(
      expect.objectContaining({ operation: 'Organizations_Register', outcome: 'done' }),
    );
    const seen = await app.get(`/parties/${owner}/relationships`);
    expect(seen.body).toMatchObject([
      { kind: 'ownership', role: 'investor', 'to-party': { 'party-number': number } },
    ]);
  });

  test.each([
    ['+4915112345678', 'mobile'],
    ['+493090112345', 'landline'],
  ])('makes of the phone %s a %s', async (number, method) => {
    const organization = await app.organization({ phone: { number } });
    const { body } = await app.get(`/parties/${organization}/contact-points`);
    expect(body).toMatchObject([{ method, usage: 'primary', address: { number } }]);
  });

  test('creates mandates for its representatives', async () => {
    const [proxy, other] = [await app.person({ surname: 'Prokura' }), await app.person()];
    const number = await app.organization({
      representatives: [
        { 'party-number': proxy, role: 'managing director', 'signing-group': 'A' },
        { 'party-number': other, role: 'authorised signatory' },
      ],
    });
    const { body } = await app.get(`/parties/${number}/relationships`);
    const byNumber = (party: string): unknown =>
      listAt(body).find((one) => at(one, 'to-party', 'party-number') === party);
    expect(listAt(body)).toHaveLength(2);
    expect(byNumber(proxy)).toMatchObject({
      kind: 'mandate',
      role: 'principal',
      'to-party': { 'display-name': 'Maria Prokura' },
      mandate: { scope: expect.arrayContaining(['payment', 'consent']), 'signing-group': 'A' },
      'valid-from': '2026-11-15',
    });
    expect(at(byNumber(other), 'mandate', 'signing-group')).toBeUndefined();
    expect((await app.get(`/parties/${proxy}/relationships`)).body).toMatchObject([
      { kind: 'mandate', role: 'proxy', 'to-party': { 'party-number': number, kind: 'organization' } },
    ]);
    expect((await app.get(`/parties/${number}`, customer(proxy))).status).toBe(200);
  });

  test.each(['representatives', 'owners'])('with unknown %s is rejected', async (member) => {
    const [known, elsewhere] = [await app.person(), await app.person({}, back('02'))];
    for (const unknown of ['1000000000', elsewhere]) {
      const people = [known, unknown];
      const more =
        member === 'owners'
          ? { ownership: { owners: people.map((one) => ({ 'party-number': one, share: 50 })) } }
          : { representatives: people.map((one) => ({ 'party-number': one, role: 'director' })) };
      const count = (await app.database.query('select from party.party')).length;
      const response = await app.post(path, { ...organizationFields(), ...more });
      const field =
        member === 'owners' ? 'ownership.owners[1].party-number' : 'representatives[1].party-number';
      expect(errorsOf(response)).toEqual([`400 ${field} enum`]);
      expect(await app.database.query('select from party.party')).toHaveLength(count);
    }
  });

  const outside = (share: number) => ({
    name: 'Fern',
    'id-number': 'HRB77',
    'id-kind': 'registration-number',
    share,
  });
  test.each([
    [{ ownership: { owners: [outside(60), outside(40.0001)] } }, 'ownership-exceeds-total'],
    [{ ownership: { owners: [outside(24.9999)] } }, 'beneficial-owner-missing'],
    [{ size: { size: 'micro', headcount: 10 } }, 'size-not-consistent'],
    [{ 'servicing-info': { 'servicing-unit': 'nowhere' } }, 'servicing-unit-not-found'],
  ])('with %j is rejected: %s', async (more, problem) => {
    expect(refusalOf(await app.post(path, { ...organizationFields(), ...more }))).toBe(`440 ${problem}`);
  });

  test.each([
    [{ established: '2026-11-16' }, '400 established maximum'],
    [{ lei: '529900T8BM49AURSDO56' }, '400 lei checksum'],
    [{ industry: 'witchcraft' }, '400 industry enum'],
    [{ phone: { number: '030 901' } }, '400 phone.number format'],
    [{ ownership: { owners: [] } }, '400 ownership.owners too-few'],
    [
      {
        ownership: {
          owners: [{ name: 'A', 'id-number': 'HRB1', 'id-kind': 'registration-number', share: 30 }],
          'content-url': 'https://elsewhere.test/1',
        },
      },
      '400 ownership.content-url format',
    ],
  ])('with %j is invalid: %s', async (more, error) => {
    expect(errorsOf(await app.post(path, { ...organizationFields(), ...more }))).toContain(error);
  });

  test('is allowed for callers that register', async () => {
    expect((await app.post(path, organizationFields(), back('01', ['party.write']))).status).toBe(403);
    expect((await app.post(path, organizationFields(), staff('e-1', ['party.read']))).status).toBe(403);
  });

  test.each([
    [{ 'servicing-unit': 'unit-1', 'relationship-manager': 'unknown' }, 'manager-not-found'],
    [{ 'relationship-manager': 'm-1' }, 'manager-not-in-unit'],
  ])('with servicing info %j is rejected: %s', async (servicing, problem) => {
    const response = await app.post(path, { ...organizationFields(), 'servicing-info': servicing });
    expect(refusalOf(response)).toBe(`440 ${problem}`);
  });
});
