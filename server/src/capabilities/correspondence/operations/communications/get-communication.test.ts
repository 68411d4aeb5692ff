import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  back,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  fieldErrorsOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';
import { gateway, initiate, messageFields, sender } from '../../testing/delivery-steps.suite.ts';
import { idIn, requestMessage } from '../../testing/recipient-steps.suite.ts';
import { cleanUpCorrespondence } from '../lifecycle/clean-up-correspondence.ts';

let app: CorrespondenceTestApp;
const clerk = staff('e-1', ['correspondent']);
/** A correspondent limited to the customers of one unit. */
const ofUnit = (unit: string): TokenRequest => ({
  kind: 'employee',
  id: 'e-2',
  banks: ['01'],
  roles: ['correspondent'],
  claims: { unit },
});
const mailOnly = back(['correspondence.deliver'], { id: 'mail-gateway' });

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    gateways: { mediaOf: (clientId) => (clientId === 'mail-gateway' ? ['email'] : ['email', 'sms', 'push']) },
    pushAddresses: { of: async () => ['{"endpoint":"https://push.test/1","keys":{"auth":"geheim"}}'] },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

const read = (id: string, as: TokenRequest) => app.get(`/communications/${id}`, as);
const contentOf = async (id: string, as: TokenRequest): Promise<unknown> =>
  at((await read(id, as)).body, 'message', 'body', 'content');
const unknown = '019c0000-0000-7000-8000-000000000000';

describe('who may read a communication', () => {
  test('its sender, its gateway, and staff', async () => {
    const id = await initiate(app, await app.person());
    for (const as of [sender, gateway, mailOnly, clerk]) expect((await read(id, as)).status).toBe(200);
  });

  test.each<readonly [string, TokenRequest]>([
    ['another sender', back(['correspondence.send'], { id: 'other' })],
    ['a gateway of other media', mailOnly],
    ['another bank', back(['correspondence.send'], { banks: ['02'] })],
    ['staff of another bank', { ...clerk, banks: ['02'] }],
    ['staff of another unit', ofUnit('unit-7')],
  ])('%s gets not found', async (_, as) => {
    const id = await initiate(app, await app.person(), { 'contact-medium': 'sms' });
    const same = (text: string, name: string): string => text.replaceAll(name, '');
    const [foreign, none] = [await read(id, as), await read(unknown, as)];
    expect([foreign.status, same(foreign.text, id)]).toEqual([404, same(none.text, unknown)]);
    const headers = (response: typeof foreign) => Object.keys(response.headers).toSorted();
    expect(headers(foreign)).toEqual(headers(none));
  });

  test('an application with the name of an employee does not see what the employee sent', async () => {
    const as = staff('back-end', ['correspondent']);
    const body = messageFields({ 'customer-number': await app.person() });
    const id = idIn(await app.post('/communications', body, as));
    expect((await read(id, sender)).status).toBe(404);
  });

  test.each([
    ['another scope', back(['correspondence.render'])],
    ['another desk', staff('e-1', ['fraud-desk'])],
    ['a customer', customer('1')],
  ])('no caller with %s', async (_, as) => {
    expect((await read(unknown, as)).status).toBe(403);
  });

  test('an invalid id is a field error', async () => {
    expect(fieldErrorsOf(await read('1', sender))).toEqual(['400 communication-id format']);
  });
});

describe('the contact of a communication', () => {
  const contactOf = async (id: string): Promise<unknown> => at((await read(id, sender)).body, 'contact');

  test('names the contact point, and the consents that applied when it was queued', async () => {
    const optOut = { purpose: 'customer-care', 'contact-medium': 'email' };
    const number = await app.person({
      'contact-preference': {
        'preferred-language': 'fr',
        'opt-ins': [{ purpose: 'direct-marketing' }],
        'opt-outs': [optOut],
      },
    });
    const id = await initiate(app, number);
    const party = `/v1/party/parties/${number}`;
    expect(await contactOf(id)).toMatchObject({
      kind: 'email',
      'contact-preference': {
        'preferred-language': 'fr',
        'opt-ins': [{ purpose: 'direct-marketing' }],
        'opt-outs': [optOut],
        uri: `${party}/contact-preference`,
      },
      uri: expect.stringContaining(`${party}/contact-points/`),
    });
    const stored = await app.get(`/communications?contact-medium=email&statuses=queued`, gateway);
    expect(stored.text).toContain(`${party}/contact-points/`);
  });

  test('of a mailbox and of a device has no contact point, and a bare address no consents either', async () => {
    const number = await app.person();
    for (const medium of ['mailbox', 'push'])
      expect(
        Object.keys(Object(await contactOf(await initiate(app, number, { 'contact-medium': medium })))),
      ).toEqual(['usage', 'kind', 'details', 'contact-preference']);
    const bare = { contact: { kind: 'email', details: 'a@example.org', uri: 'x', 'contact-preference': {} } };
    expect(await contactOf(idIn(await app.post('/communications', messageFields(bare), sender)))).toEqual({
      usage: 'primary',
      kind: 'email',
      details: 'a@example.org',
    });
  });
});

describe('a code', () => {
  const code = async (): Promise<string> =>
    initiate(app, await app.person(), { 'message-kind': 'one-time-password' });

  test('is visible to the gateway during delivery, and to no other caller', async () => {
    const id = await code();
    const requestWith = (status: string) =>
      app.post('/communications/statuses', { items: [{ 'communication-id': id, status }] }, gateway);
    expect(await contentOf(id, gateway)).toBe('Good day.');
    await requestWith('sending');
    expect(await contentOf(id, gateway)).toBe('Good day.');
    for (const as of [sender, clerk]) {
      const response = await read(id, as);
      expect(response.status).toBe(200);
      expect(response.text).not.toContain('Good day.');
    }
    await requestWith('sent');
    expect(await contentOf(id, gateway)).toBeUndefined();
  });

  test('is not visible to its sender who delivers other media', async () => {
    const both = back(['correspondence.send', 'correspondence.deliver'], { id: 'mail-gateway' });
    const body = messageFields({
      'customer-number': await app.person(),
      'message-kind': 'one-time-password',
    });
    const id = idIn(await app.post('/communications', body, both));
    expect((await read(id, both)).status).toBe(200);
    expect(await contentOf(id, both)).toBeUndefined();
  });

  test('is purged at its expiry, the record that it was sent is not', async () => {
    const id = await code();
    app.clock.advance({ minutes: 5 });
    await cleanUpCorrespondence(app.context());
    expect(await contentOf(id, gateway)).toBeUndefined();
    expect((await read(id, sender)).status).toBe(200);
    expect(
      await app.database.query(
        `select from correspondence.content c join correspondence.communication using (bank_id, content_id)
          where communication_id = $1`,
        [id],
      ),
    ).toEqual([]);
  });

  test('is not visible after its expiry, even before the clean-up', async () => {
    const id = await code();
    app.clock.advance({ minutes: 6 });
    expect(await contentOf(id, gateway)).toBeUndefined();
  });
});

test('a message sent by mail is shown with masked account numbers', async () => {
  const content = 'From DE89 3704 0044 0532 0130 00.';
  const message = { title: 'x', body: { 'content-type': 'text/plain', content } };
  const id = idIn(
    await requestMessage(app, { contact: { kind: 'email', details: 'a@example.org' }, message }),
  );
  expect(await contentOf(id, gateway)).toBe('From ••••3000.');
});

test.each([
  '<p>DE89&nbsp;3704&nbsp;0044&nbsp;0532&nbsp;0130&nbsp;00</p>',
  '<p><b>DE89</b> 3704 0044 0532 0130 00</p>',
  '<p>DE89&#32;3704&#32;0044&#32;0532&#32;0130&#32;00</p>',
])('also in html, in any notation: %s', async (content) => {
  const message = { title: 'x', body: { 'content-type': 'text/html', content } };
  const id = idIn(
    await requestMessage(app, { contact: { kind: 'email', details: 'a@example.org' }, message }),
  );
  const literals = String(await contentOf(id, gateway));
  const digits = literals.replaceAll(/<[^>]*>|&[^;]*;/g, '').replaceAll(/\D/g, '');
  expect(digits).not.toContain('370400440532');
});

test('reading by staff is audited with its purpose', async () => {
  const id = await initiate(app, await app.person());
  const before = (await app.auditOf('communication', id)).length;
  await read(id, sender);
  await read(id, gateway);
  expect(await app.auditOf('communication', id)).toHaveLength(before);
  app.clock.advance({ seconds: 1 });
  await read(id, clerk);
  const auditTrail = await app.auditOf('communication', id);
  expect(auditTrail).toHaveLength(before + 1);
  expect(JSON.stringify(auditTrail.at(-1))).toContain('e-1');
  expect(JSON.stringify(auditTrail)).not.toContain('Good day');
});

test('responses must not be cached', async () => {
  const id = await initiate(app, await app.person());
  expect((await read(id, sender)).headers['cache-control']).toContain('no-store');
});

test('the subscription keys of a device are visible to its gateway only', async () => {
  const id = await initiate(app, await app.person(), { 'contact-medium': 'push' });
  expect((await read(id, gateway)).text).toContain('geheim');
  for (const as of [sender, clerk]) expect((await read(id, as)).text).not.toContain('geheim');
});
