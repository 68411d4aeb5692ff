import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { ScreeningOutcome } from '../../domain/customer-status.ts';
import { effectsOf, errorsOf, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  contactFields,
  createPartyTestApp,
  customerFields,
  type Fields,
  home,
  organizationCustomerFields,
  organizationFields,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { changeCustomerStatus } from '../customers/change-customer-status.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';

let app: PartyTestApp;
let outcome: ScreeningOutcome = 'clear';
beforeAll(async () => {
  app = await createPartyTestApp({ screening: { screen: async () => outcome } });
});
afterAll(() => app[Symbol.asyncDispose]());

const raise = (number: string, fields: Fields, as = back()) =>
  app.post('/parties/individuals', { ...fields, 'party-number': number }, as);
const statusOf = async (number: string): Promise<unknown> =>
  at(await recordOf(app, number), 'customer', 'status');

describe('upgrading an individual', () => {
  test('from contact to prospect to customer keeps the number and other known data', async () => {
    const contact = {
      ...contactFields(),
      'middle-name': 'Ada',
      gender: 'female',
      'birth-date': '1984-02-29',
    };
    const number = await app.person({ ...contact, surname: 'Riser' });
    const prospect = {
      ...prospectFields(),
      surname: 'Riser',
      'mobile-phone': contactFields()['mobile-phone'],
    };
    const first = await effectsOf(app, number, () => raise(number, prospect));
    expect(first.response.body).toEqual({ id: number, uri: `/v1/party/parties/${number}` });
    expect(first.response.headers['location']).toBe(`https://bank.test/v1/party/parties/${number}`);
    expect(first).toMatchObject({
      response: { status: 201 },
      versions: 1,
      events: ['registration-profile-upgraded prospect', 'customer-status-changed prospective'],
      audited: [
        { operation: 'Individuals_Register', fields: expect.arrayContaining(['profile', 'identification']) },
      ],
    });
    const second = await effectsOf(app, number, () =>
      raise(number, {
        ...customerFields(),
        surname: 'Riser',
        'id-number': at(prospect, 'id-number'),
      }),
    );
    expect(second).toMatchObject({
      response: { status: 201 },
      versions: 1,
      events: ['registration-profile-upgraded customer', 'customer-status-changed active'],
    });
    const record = await recordOf(app, number);
    expect(record).toMatchObject({
      'registration-profile': 'customer',
      'middle-name': 'Ada',
      gender: 'female',
      'birth-date': '1984-02-29',
      'birth-place': 'Berlin',
      customer: { status: 'active' },
    });
    // Each registration named another phone number; the newest is the primary one, and none is lost.
    const phones = listAt(record, 'contact-points').filter((point) => at(point, 'method') === 'mobile');
    expect(phones.map((point) => String(at(point, 'usage'))).toSorted()).toEqual([
      'other',
      'other',
      'primary',
    ]);
  });

  test('with the same addresses as before creates no second contact points', async () => {
    const fields = { ...prospectFields(), surname: 'Repeater' };
    const number = await app.person(fields);
    const before = listAt(await recordOf(app, number), 'contact-points').map((point) => at(point, 'id'));
    expect(
      (await raise(number, { ...customerFields(), ...fields, 'registration-profile': 'customer' })).status,
    ).toBe(201);
    const after = listAt(await recordOf(app, number), 'contact-points').map((point) => at(point, 'id'));
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(before.length + 2);
  });

  test('needs everything that the new profile requires, known before or not', async () => {
    const number = await app.person(prospectFields());
    const { 'contact-address': _, ...fields } = customerFields();
    expect((await raise(number, fields)).status).toBe(400);
    expect(at(await recordOf(app, number), 'registration-profile')).toBe('prospect');
  });

  test.each([
    ['prospect', contactFields],
    ['prospect', prospectFields],
    ['customer', contactFields],
    ['customer', prospectFields],
    ['customer', customerFields],
  ] as const)('from %s to the same or a lower profile is rejected', async (profile, fields) => {
    const number = await app.person(profile === 'customer' ? customerFields() : prospectFields());
    const effects = await effectsOf(app, number, () => raise(number, fields()));
    expect(refusalOf(effects.response)).toBe('440 profile-downgrade-not-allowed');
    expect(effects).toMatchObject({ versions: 0, events: [], audited: [] });
  });

  test('cannot change the kind', async () => {
    const [person, organization] = [await app.person(), await app.organization()];
    expect(refusalOf(await raise(organization, prospectFields()))).toBe('440 party-kind-mismatch');
    const asOrganization = { ...organizationCustomerFields(), 'party-number': person };
    expect(refusalOf(await app.post('/parties/organizations', asOrganization))).toBe(
      '440 party-kind-mismatch',
    );
  });

  test('is rejected for a party that was merged with another one', async () => {
    const [merged, survivor] = [await app.organization(), await app.organization()];
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    const again = { ...organizationCustomerFields(), 'party-number': merged };
    expect((await app.post('/parties/organizations', again)).status).toBe(410);
  });

  test('is rejected for deceased persons', async () => {
    const number = await app.person();
    await app.post(`/parties/individuals/${number}/death-report`, {
      'date-of-death': '2026-11-01',
      source: 'certificate',
    });
    expect(refusalOf(await raise(number, prospectFields()))).toBe('440 party-deceased');
  });

  test('is rejected for a party that the bank rejected', async () => {
    outcome = 'hit';
    const number = await app.person(customerFields());
    outcome = 'clear';
    expect(await statusOf(number)).toBe('rejected');
    expect(refusalOf(await raise(number, customerFields()))).toBe('440 party-rejected');
    const contact = await app.person();
    await changeCustomerStatus(app.context(), { partyNumber: contact, trigger: 'bank-refused' });
    expect(refusalOf(await raise(contact, prospectFields()))).toBe('440 party-rejected');
  });

  test('is allowed for a party that had declined', async () => {
    const number = await app.person();
    await changeCustomerStatus(app.context(), {
      partyNumber: number,
      trigger: 'customer-refused',
      reason: 'no need',
    });
    expect(at(await recordOf(app, number), 'customer')).toMatchObject({
      status: 'declined',
      'status-reason': 'no need',
    });
    expect((await raise(number, prospectFields())).status).toBe(201);
    expect(await statusOf(number)).toBe('prospective');
  });

  test('is screened again, and a hit leads to rejection', async () => {
    const { 'id-number': identity, ...fields } = prospectFields();
    const number = await app.person({ ...fields, 'id-number': identity });
    outcome = 'hit';
    const { events } = await effectsOf(app, number, () =>
      raise(number, { ...customerFields(), 'id-number': identity }),
    );
    outcome = 'clear';
    expect(events).toEqual(['registration-profile-upgraded customer', 'customer-status-changed rejected']);
  });

  test('with an open screening changes the profile and not the status', async () => {
    const { 'id-number': identity, ...fields } = prospectFields();
    const number = await app.person({ ...fields, 'id-number': identity });
    outcome = 'open';
    const { events } = await effectsOf(app, number, () =>
      raise(number, { ...customerFields(), 'id-number': identity }),
    );
    outcome = 'clear';
    expect(events).toEqual(['registration-profile-upgraded customer']);
    expect(await statusOf(number)).toBe('prospective');
  });

  test('cannot change identity data: that needs two employees', async () => {
    const fields: Fields = { ...prospectFields(), 'birth-date': '1980-01-01' };
    const number = await app.person(fields);
    const raised = { ...customerFields(), 'id-number': fields['id-number'], 'birth-date': '1980-01-01' };
    expect(errorsOf(await raise(number, { ...raised, 'id-number': 'ZZ999999' }))).toEqual([
      '400 id-number mismatch',
    ]);
    expect(errorsOf(await raise(number, { ...raised, 'birth-date': '1981-01-01' }))).toEqual([
      '400 birth-date mismatch',
    ]);
    expect((await raise(number, raised)).status).toBe(201);
  });

  test('of an unknown party is not found', async () => {
    expect(refusalOf(await raise('1000000000', prospectFields()))).toBe('404 not-found');
    const number = await app.person();
    const elsewhere = staff('e-1', ['party.register'], { banks: ['02'] });
    expect(refusalOf(await raise(number, prospectFields(), elsewhere))).toBe('404 not-found');
  });

  test('allows twenty contact points and no more', async () => {
    const number = await app.person();
    for (let index = 0; index < 18; index += 1) {
      const point = { method: 'web', usage: 'other', address: { value: `https://example.org/${index}` } };
      expect((await app.post(`/parties/${number}/contact-points`, point)).status).toBe(201);
    }
    const effects = await effectsOf(app, number, () => raise(number, prospectFields()));
    expect(refusalOf(effects.response)).toBe('440 contact-point-limit-reached');
    expect(effects.versions).toBe(0);
  });

  test('rejects a document that exists already, and any beyond the twentieth', async () => {
    const document = {
      kind: 'passport',
      'document-number': 'DOC0',
      'issue-date': '2020-01-01',
      'issuing-country': 'DE',
      'issuing-authority': 'Amt',
    };
    const number = await app.person({ 'id-document': document });
    const again = await raise(number, {
      ...prospectFields(),
      'id-document': { ...document, 'document-number': 'doc-0' },
    });
    expect(refusalOf(again)).toBe('440 id-document-already-registered');
    for (let index = 1; index < 20; index += 1)
      await app.post(`/parties/${number}/id-documents`, { ...document, 'document-number': `DOC${index}` });
    const more = await raise(number, {
      ...prospectFields(),
      'id-document': { ...document, 'document-number': 'DOC20' },
    });
    expect(refusalOf(more)).toBe('440 id-document-limit-reached');
  });
});

describe('upgrading an organization', () => {
  test('keeps other known data, and emits an event', async () => {
    const known = {
      lei: '529900T8BM49AURSDO55',
      'email-address': { value: 'post@example.org' },
      'sole-trader': false,
    };
    const number = await app.organization(known);
    const fields = { ...organizationCustomerFields(), 'party-number': number, 'contact-address': home };
    const effects = await effectsOf(app, number, () => app.post('/parties/organizations', fields));
    expect(effects).toMatchObject({
      response: { status: 201, body: { id: number } },
      versions: 1,
      events: ['registration-profile-upgraded customer', 'customer-status-changed active'],
      audited: [{ operation: 'Organizations_Register' }],
    });
    expect(await recordOf(app, number)).toMatchObject({
      'registration-profile': 'customer',
      lei: '529900T8BM49AURSDO55',
      'sole-trader': false,
      'organization-purpose': 'commercial',
      established: '1998-04-01',
    });
  });

  test('to a lower profile is rejected', async () => {
    const number = await app.organization(organizationCustomerFields());
    const fields = { ...organizationFields(), 'party-number': number };
    expect(refusalOf(await app.post('/parties/organizations', fields))).toBe(
      '440 profile-downgrade-not-allowed',
    );
  });

  test('is rejected for the same reasons as for individuals', async () => {
    const upgradeTo = async (number: string, more: Fields = {}): Promise<string> =>
      refusalOf(
        await app.post('/parties/organizations', {
          ...organizationCustomerFields(),
          'party-number': number,
          ...more,
        }),
      );
    outcome = 'hit';
    const rejected = await app.organization(organizationCustomerFields());
    outcome = 'clear';
    expect(await upgradeTo(rejected)).toBe('440 party-rejected');
    const number = await app.organization();
    const existing = organizationCustomerFields();
    await app.organization({ ...existing, established: '1997-01-01' });
    expect(await upgradeTo(number, { 'id-number': existing['id-number'] })).toBe(
      '440 id-number-already-registered',
    );
    const refusing = { 'contact-preference': { 'opt-outs': [{ purpose: 'service-provision' }] } };
    expect(await upgradeTo(number, refusing)).toBe('440 preference-not-changeable');
    for (let index = 0; index < 17; index += 1) {
      const point = { method: 'web', usage: 'other', address: { value: `https://example.org/${index}` } };
      await app.post(`/parties/${number}/contact-points`, point);
    }
    expect(await upgradeTo(number)).toBe('440 contact-point-limit-reached');
  });
});
