import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  back,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  faultsOf,
  staff,
} from '../testing/correspondence-test-app.suite.ts';
import { gateway, initiate, messageFields, sender } from '../testing/delivery-steps.suite.ts';
import { ask, idIn } from '../testing/recipient-steps.suite.ts';
import { cleanUpCorrespondence } from './clean-up-correspondence.ts';

let app: CorrespondenceTestApp;
const clerk = staff('e-1', ['correspondent']);
/** A correspondent who reaches the customers of one unit, as everywhere. */
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
const wordsOf = async (id: string, as: TokenRequest): Promise<unknown> =>
  at((await read(id, as)).body, 'message', 'body', 'content');
const unknown = '019c0000-0000-7000-8000-000000000000';

describe('who may read a communication', () => {
  test('whoever sent it, whoever delivers it, and staff', async () => {
    const id = await initiate(app, await app.person());
    for (const as of [sender, gateway, mailOnly, clerk]) expect((await read(id, as)).status).toBe(200);
  });

  test.each<readonly [string, TokenRequest]>([
    ['another sender', back(['correspondence.send'], { id: 'other' })],
    ['a gateway of other media', mailOnly],
    ['another bank', back(['correspondence.send'], { banks: ['02'] })],
    ['staff of another bank', { ...clerk, banks: ['02'] }],
    ['staff of another unit', ofUnit('unit-7')],
  ])('for %s it is as if it were not there', async (_, as) => {
    const id = await initiate(app, await app.person(), { 'contact-medium': 'sms' });
    const same = (text: string, name: string): string => text.replaceAll(name, '');
    const [foreign, none] = [await read(id, as), await read(unknown, as)];
    expect([foreign.status, same(foreign.text, id)]).toEqual([404, same(none.text, unknown)]);
    const headers = (answer: typeof foreign) => Object.keys(answer.headers).toSorted();
    expect(headers(foreign)).toEqual(headers(none));
  });

  test('an application named like a member of staff does not read what that one sent', async () => {
    const as = staff('back-end', ['correspondent']);
    const body = messageFields({ 'customer-number': await app.person() });
    const id = idIn(await app.post('/communications', body, as));
    expect((await read(id, sender)).status).toBe(404);
  });

  test.each([
    ['another scope', back(['correspondence.render'])],
    ['another desk', staff('e-1', ['fraud-desk'])],
    ['a customer', customer('1')],
  ])('nobody with %s', async (_, as) => {
    expect((await read(unknown, as)).status).toBe(403);
  });

  test('no id is a fault', async () => {
    expect(faultsOf(await read('1', sender))).toEqual(['400 communication-id format']);
  });
});

describe('a code', () => {
  const code = async (): Promise<string> =>
    initiate(app, await app.person(), { 'message-kind': 'one-time-password' });

  test('is read by the gateway while it is on its way, and by nobody else', async () => {
    const id = await code();
    const say = (status: string) =>
      app.post('/communications/statuses', { items: [{ 'communication-id': id, status }] }, gateway);
    expect(await wordsOf(id, gateway)).toBe('Good day.');
    await say('sending');
    expect(await wordsOf(id, gateway)).toBe('Good day.');
    for (const as of [sender, clerk]) {
      const answer = await read(id, as);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('Good day.');
    }
    await say('sent');
    expect(await wordsOf(id, gateway)).toBeUndefined();
  });

  test('is not read by who sent it and delivers other media', async () => {
    const both = back(['correspondence.send', 'correspondence.deliver'], { id: 'mail-gateway' });
    const body = messageFields({
      'customer-number': await app.person(),
      'message-kind': 'one-time-password',
    });
    const id = idIn(await app.post('/communications', body, both));
    expect((await read(id, both)).status).toBe(200);
    expect(await wordsOf(id, both)).toBeUndefined();
  });

  test('is gone when it has expired, though not that it was sent', async () => {
    const id = await code();
    app.clock.advance({ minutes: 5 });
    await cleanUpCorrespondence(app.context());
    expect(await wordsOf(id, gateway)).toBeUndefined();
    expect((await read(id, sender)).status).toBe(200);
    expect(
      await app.database.query(
        `select from correspondence.content c join correspondence.communication using (bank_id, content_id)
          where communication_id = $1`,
        [id],
      ),
    ).toEqual([]);
  });

  test('whose time is over is shown to nobody, whether or not anybody has tidied up', async () => {
    const id = await code();
    app.clock.advance({ minutes: 6 });
    expect(await wordsOf(id, gateway)).toBeUndefined();
  });
});

test('what leaves by mail is read without whole account numbers', async () => {
  const content = 'From DE89 3704 0044 0532 0130 00.';
  const message = { title: 'x', body: { 'content-type': 'text/plain', content } };
  const id = idIn(await ask(app, { contact: { kind: 'email', details: 'a@example.org' }, message }));
  expect(await wordsOf(id, gateway)).toBe('From ••••3000.');
});

test.each([
  '<p>DE89&nbsp;3704&nbsp;0044&nbsp;0532&nbsp;0130&nbsp;00</p>',
  '<p><b>DE89</b> 3704 0044 0532 0130 00</p>',
  '<p>DE89&#32;3704&#32;0044&#32;0532&#32;0130&#32;00</p>',
])('nor in html, however it is written: %s', async (content) => {
  const message = { title: 'x', body: { 'content-type': 'text/html', content } };
  const id = idIn(await ask(app, { contact: { kind: 'email', details: 'a@example.org' }, message }));
  const words = String(await wordsOf(id, gateway));
  const digits = words.replaceAll(/<[^>]*>|&[^;]*;/g, '').replaceAll(/\D/g, '');
  expect(digits).not.toContain('370400440532');
});

test('a member of staff who reads is written down, also what for', async () => {
  const id = await initiate(app, await app.person());
  const before = (await app.auditOf('communication', id)).length;
  await read(id, sender);
  await read(id, gateway);
  expect(await app.auditOf('communication', id)).toHaveLength(before);
  app.clock.advance({ seconds: 1 });
  await read(id, clerk);
  const trail = await app.auditOf('communication', id);
  expect(trail).toHaveLength(before + 1);
  expect(JSON.stringify(trail.at(-1))).toContain('e-1');
  expect(JSON.stringify(trail)).not.toContain('Good day');
});

test('what is read is kept by nobody on the way', async () => {
  const id = await initiate(app, await app.person());
  expect((await read(id, sender)).headers['cache-control']).toContain('no-store');
});

test('the address of a device is a secret between it and whoever delivers', async () => {
  const id = await initiate(app, await app.person(), { 'contact-medium': 'push' });
  expect((await read(id, gateway)).text).toContain('geheim');
  for (const as of [sender, clerk]) expect((await read(id, as)).text).not.toContain('geheim');
});
