import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { effectsOf, errorsOf, patchIfMatch, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  type Fields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { changeCustomerStatus } from '../customers/change-customer-status.ts';
import { setOpenProduct } from '../customers/set-open-product.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const pathOf = (number: string): string => `/parties/${number}/contact-preference`;
const change = (number: string, body: Fields, as = back()) => app.patch(pathOf(number), body, as);
const preferenceOf = async (number: string): Promise<unknown> =>
  at(await recordOf(app, number), 'contact-preference');
const entry = (purpose: string, more: Fields = {}): Fields => ({
  purpose,
  since: '2026-11-15T10:00:00.000Z',
  channel: 'back-end',
  ...more,
});

describe('changing a contact preference', () => {
  test('stores language and choices with day and channel as proof', async () => {
    const number = await app.person();
    const body = {
      'preferred-language': 'sr-Latn',
      'opt-ins': [{ purpose: 'survey', 'contact-medium': 'email', since: 'ignored' }],
      'opt-outs': [{ purpose: 'direct-marketing' }],
      uri: 'ignored',
    };
    const effects = await effectsOf(app, number, () => change(number, body));
    expect(effects).toMatchObject({
      response: { status: 204, text: '' },
      versions: 1,
      events: ['contact-preference-modified'],
      audited: [
        {
          operation: 'Parties_ContactPreference_Modify',
          actor: 'application back-end',
          fields: ['preference'],
          outcome: 'done',
        },
      ],
    });
    expect(await preferenceOf(number)).toEqual({
      'preferred-language': 'sr-Latn',
      'opt-ins': [entry('survey', { 'contact-medium': 'email' })],
      'opt-outs': [entry('direct-marketing')],
      uri: `/v1/party/parties/${number}/contact-preference`,
    });
  });

  test('replaces a list that is sent, leaves one that is absent, and clears by null', async () => {
    const number = await app.person();
    await change(number, {
      'preferred-language': 'de',
      'opt-ins': [{ purpose: 'survey' }],
      'opt-outs': [{ purpose: 'customer-care' }],
    });
    app.clock.advance({ hours: 1 });
    await change(
      number,
      { 'opt-ins': [{ purpose: 'survey' }, { purpose: 'direct-marketing' }] },
      customer(number),
    );
    expect(await preferenceOf(number)).toMatchObject({
      'preferred-language': 'de',
      'opt-ins': [
        entry('survey'),
        entry('direct-marketing', { since: '2026-11-15T11:00:00.000Z', channel: 'console-1' }),
      ],
      'opt-outs': [entry('customer-care')],
    });
    await change(number, { 'preferred-language': null, 'opt-ins': null, 'opt-outs': [] });
    expect(await preferenceOf(number)).toEqual({
      'opt-ins': [],
      'opt-outs': [],
      uri: `/v1/party/parties/${number}/contact-preference`,
    });
  });

  test('never stores a choice beside its opposite: the later one counts', async () => {
    const number = await app.person();
    await change(number, { 'opt-ins': [{ purpose: 'survey' }, { purpose: 'direct-marketing' }] });
    await change(number, { 'opt-outs': [{ purpose: 'survey' }] });
    expect(await preferenceOf(number)).toMatchObject({
      'opt-ins': [entry('direct-marketing')],
      'opt-outs': [entry('survey')],
    });
  });

  test.each(['service-provision', 'payment-management'])(
    'cannot opt out of %s while a product is open',
    async (purpose) => {
      const number = await app.person({
        ...customerFields(),
        'birth-date': '1980-01-01',
        surname: `Aktiv ${purpose}`,
      });
      const effects = await effectsOf(app, number, () => change(number, { 'opt-outs': [{ purpose }] }));
      expect(refusalOf(effects.response)).toBe('440 preference-not-changeable');
      expect(effects).toMatchObject({ versions: 0, events: [], audited: [] });
      const sms = { 'opt-outs': [{ purpose, 'contact-medium': 'sms' }] };
      expect(refusalOf(await change(number, sms))).toBe('440 preference-not-changeable');
      await changeCustomerStatus(app.context(), { partyNumber: number, trigger: 'silence' });
      expect(refusalOf(await change(number, sms))).toBe('440 preference-not-changeable');
      await setOpenProduct(app.context(), { partyNumber: number, hasOpenProduct: false });
      expect((await change(number, { 'opt-outs': [{ purpose }] })).status).toBe(204);
    },
  );

  test('may opt out of everything else, whatever products are open', async () => {
    const number = await app.person({ ...customerFields(), 'birth-date': '1980-01-01', surname: 'Ruhig' });
    const purposes = ['customer-care', 'direct-marketing', 'personalised-advertising', 'survey'];
    expect((await change(number, { 'opt-outs': purposes.map((purpose) => ({ purpose })) })).status).toBe(204);
  });

  test.each([
    [{}, '400  too-few'],
    [{ 'preferred-language': 'x' }, '400 preferred-language too-short'],
    [{ 'opt-ins': [{ purpose: 'spying' }] }, '400 opt-ins[0].purpose enum'],
    [{ 'opt-ins': [{ purpose: 'survey' }, { purpose: 'survey' }] }, '400 opt-ins[1] duplicate'],
    [
      { 'opt-ins': [{ purpose: 'survey' }], 'opt-outs': [{ purpose: 'survey' }] },
      '400 opt-outs[0] combination-not-allowed',
    ],
    [{ 'opt-in': [] }, '400 opt-in unknown-field'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await change(await app.person(), body))).toContain(error);
  });

  test('is allowed for the party itself, for staff and for applications that write', async () => {
    const [number, organization] = [await app.person(), await app.organization()];
    const body = { 'preferred-language': 'nl' };
    expect((await change(number, body, customer(number, { acr: '1fa' }))).status).toBe(204);
    expect((await change(organization, body, customer(number, { 'acting-for': organization }))).status).toBe(
      204,
    );
    expect((await change(number, body, staff('e-1', ['party.write']))).status).toBe(204);
    expect((await change(number, body, staff('e-1', ['party.read']))).status).toBe(403);
    expect((await change(number, body, { ...customer(number), scope: 'party.read' })).status).toBe(403);
  });

  test('of another version, or of a deceased person, is rejected', async () => {
    const number = await app.person();
    const body = { 'preferred-language': 'nl' };
    expect(refusalOf(await patchIfMatch(app, pathOf(number), { body, tag: '"2"' }))).toBe(
      '412 precondition-failed',
    );
    expect((await patchIfMatch(app, pathOf(number), { body, tag: '"1"' })).status).toBe(204);
    const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
    await app.post(`/parties/individuals/${number}/death-report`, death);
    expect(refusalOf(await change(number, body))).toBe('440 party-deceased');
  });
});
