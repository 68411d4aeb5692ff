import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { ScreeningOutcome } from '../domain/customer-status.ts';
import { faultsOf, recordOf, refusalOf, whatHappens } from '../testing/party-reads.suite.ts';
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
} from '../testing/party-test-app.suite.ts';
import { moveCustomerStatus } from './move-customer-status.ts';

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

describe('raising an individual', () => {
  test('from contact to prospect to customer keeps the number and what was known besides', async () => {
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
    const first = await whatHappens(app, number, () => raise(number, prospect));
    expect(first.answer.body).toEqual({ id: number, uri: `/v1/party/parties/${number}` });
    expect(first.answer.headers['location']).toBe(`https://bank.test/v1/party/parties/${number}`);
    expect(first).toMatchObject({
      answer: { status: 201 },
      versions: 1,
      events: ['registration-profile-upgraded prospect', 'customer-status-changed prospective'],
      audited: [
        { operation: 'Individuals_Register', fields: expect.arrayContaining(['profile', 'identification']) },
      ],
    });
    const second = await whatHappens(app, number, () =>
      raise(number, {
        ...customerFields(),
        surname: 'Riser',
        'id-number': at(prospect, 'id-number'),
      }),
    );
    expect(second).toMatchObject({
      answer: { status: 201 },
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
    // Each registration named another phone; the newest is the primary one, and none is lost.
    const phones = listAt(record, 'contact-points').filter((point) => at(point, 'method') === 'mobile');
    expect(phones.map((point) => String(at(point, 'usage'))).toSorted()).toEqual([
      'other',
      'other',
      'primary',
    ]);
  });

  test('with the same addresses as before makes no second contact points', async () => {
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

  test('needs all that the new profile asks for, known before or not', async () => {
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
  ] as const)('from %s does not go down or stay', async (profile, fields) => {
    const number = await app.person(profile === 'customer' ? customerFields() : prospectFields());
    const happened = await whatHappens(app, number, () => raise(number, fields()));
    expect(refusalOf(happened.answer)).toBe('440 profile-downgrade-not-allowed');
    expect(happened).toMatchObject({ versions: 0, events: [], audited: [] });
  });

  test('does not turn one kind into the other', async () => {
    const [person, organization] = [await app.person(), await app.organization()];
    expect(refusalOf(await raise(organization, prospectFields()))).toBe('440 party-kind-mismatch');
    const asOrganization = { ...organizationCustomerFields(), 'party-number': person };
    expect(refusalOf(await app.post('/parties/organizations', asOrganization))).toBe(
      '440 party-kind-mismatch',
    );
  });

  test('does not bring back the dead', async () => {
    const number = await app.person();
    await app.post(`/parties/individuals/${number}/death-report`, {
      'date-of-death': '2026-11-01',
      source: 'certificate',
    });
    expect(refusalOf(await raise(number, prospectFields()))).toBe('440 party-deceased');
  });

  test('does not take whom the bank has rejected', async () => {
    outcome = 'hit';
    const number = await app.person(customerFields());
    outcome = 'clear';
    expect(await statusOf(number)).toBe('rejected');
    expect(refusalOf(await raise(number, customerFields()))).toBe('440 party-rejected');
    const contact = await app.person();
    await moveCustomerStatus(app.context(), { partyNumber: contact, trigger: 'bank-refused' });
    expect(refusalOf(await raise(contact, prospectFields()))).toBe('440 party-rejected');
  });

  test('takes who had said no and comes back', async () => {
    const number = await app.person();
    await moveCustomerStatus(app.context(), {
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

  test('is screened again, and a hit ends in rejection', async () => {
    const { 'id-number': identity, ...fields } = prospectFields();
    const number = await app.person({ ...fields, 'id-number': identity });
    outcome = 'hit';
    const { events } = await whatHappens(app, number, () =>
      raise(number, { ...customerFields(), 'id-number': identity }),
    );
    outcome = 'clear';
    expect(events).toEqual(['registration-profile-upgraded customer', 'customer-status-changed rejected']);
  });

  test('that is still open changes the profile and not the status', async () => {
    const { 'id-number': identity, ...fields } = prospectFields();
    const number = await app.person({ ...fields, 'id-number': identity });
    outcome = 'open';
    const { events } = await whatHappens(app, number, () =>
      raise(number, { ...customerFields(), 'id-number': identity }),
    );
    outcome = 'clear';
    expect(events).toEqual(['registration-profile-upgraded customer']);
    expect(await statusOf(number)).toBe('prospective');
  });

  test('does not replace who somebody is: that takes two employees', async () => {
    const fields: Fields = { ...prospectFields(), 'birth-date': '1980-01-01' };
    const number = await app.person(fields);
    const raised = { ...customerFields(), 'id-number': fields['id-number'], 'birth-date': '1980-01-01' };
    expect(faultsOf(await raise(number, { ...raised, 'id-number': 'ZZ999999' }))).toEqual([
      '400 id-number mismatch',
    ]);
    expect(faultsOf(await raise(number, { ...raised, 'birth-date': '1981-01-01' }))).toEqual([
      '400 birth-date mismatch',
    ]);
    expect((await raise(number, raised)).status).toBe(201);
  });

  test('that nobody knows is not found', async () => {
    expect(refusalOf(await raise('1000000000', prospectFields()))).toBe('404 not-found');
    const number = await app.person();
    const elsewhere = staff('e-1', ['party.register'], { banks: ['02'] });
    expect(refusalOf(await raise(number, prospectFields(), elsewhere))).toBe('404 not-found');
  });

  test('has room for twenty contact points and no more', async () => {
    const number = await app.person();
    for (let index = 0; index < 18; index += 1) {
      const point = { method: 'web', usage: 'other', address: { value: `https://example.org/${index}` } };
      expect((await app.post(`/parties/${number}/contact-points`, point)).status).toBe(201);
    }
    const happened = await whatHappens(app, number, () => raise(number, prospectFields()));
    expect(refusalOf(happened.answer)).toBe('440 contact-point-limit-reached');
    expect(happened.versions).toBe(0);
  });

  test('takes no document that is there already, and none beyond the twentieth', async () => {
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

describe('raising an organization', () => {
  test('keeps what was known besides, and is told', async () => {
    const known = {
      lei: '529900T8BM49AURSDO55',
      'email-address': { value: 'post@example.org' },
      'sole-trader': false,
    };
    const number = await app.organization(known);
    const fields = { ...organizationCustomerFields(), 'party-number': number, 'contact-address': home };
    const happened = await whatHappens(app, number, () => app.post('/parties/organizations', fields));
    expect(happened).toMatchObject({
      answer: { status: 201, body: { id: number } },
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

  test('does not go down', async () => {
    const number = await app.organization(organizationCustomerFields());
    const fields = { ...organizationFields(), 'party-number': number };
    expect(refusalOf(await app.post('/parties/organizations', fields))).toBe(
      '440 profile-downgrade-not-allowed',
    );
  });

  test('is refused as it is for individuals', async () => {
    const raiseTo = async (number: string, more: Fields = {}): Promise<string> =>
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
    expect(await raiseTo(rejected)).toBe('440 party-rejected');
    const number = await app.organization();
    const taken = organizationCustomerFields();
    await app.organization({ ...taken, established: '1997-01-01' });
    expect(await raiseTo(number, { 'id-number': taken['id-number'] })).toBe(
      '440 id-number-already-registered',
    );
    const refusing = { 'contact-preference': { 'opt-outs': [{ purpose: 'service-provision' }] } };
    expect(await raiseTo(number, refusing)).toBe('440 preference-not-changeable');
    for (let index = 0; index < 17; index += 1) {
      const point = { method: 'web', usage: 'other', address: { value: `https://example.org/${index}` } };
      await app.post(`/parties/${number}/contact-points`, point);
    }
    expect(await raiseTo(number)).toBe('440 contact-point-limit-reached');
  });
});
