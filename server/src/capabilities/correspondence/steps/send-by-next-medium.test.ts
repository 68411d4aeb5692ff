import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAt } from '#platform/testing/json-at.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
} from '../testing/correspondence-test-app.suite.ts';
import { chainOf, deliverOnce, gateway, initiate, sender } from '../testing/delivery-steps.suite.ts';
import { idIn, merge, reportDeath, requestMessage, setPreference } from '../testing/recipient-steps.suite.ts';
import { createRecordingChannel } from '../testing/recording-channel.suite.ts';

let app: CorrespondenceTestApp;
const paired = new Set<string>();
beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    pushAddresses: { of: async (_, number) => (paired.has(number) ? ['{"endpoint":"https://a"}'] : []) },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

/** Lets the newest communication of a message fail permanently. */
async function fail(messageId: string): Promise<void> {
  const [row] = await app.database.query<{ id: string }>(
    `update correspondence.communication set status = 'sending', lease_owner = 'gateway',
            lease_until = $2::timestamptz + interval '5 minutes'
      where communication_id = (select communication_id from correspondence.communication
                                 where message_id = $1 order by position desc limit 1)
      returning communication_id as id`,
    [messageId, app.clock.now().toString()],
  );
  const items = [{ 'communication-id': row?.id, status: 'failed', 'hard-failure': true }];
  const response = await app.post('/communications/statuses', { items }, gateway);
  if (response.status !== 204) throw new Error(response.text);
}

async function contactPoint(number: string, body: Fields): Promise<void> {
  const response = await app.call({
    method: 'POST',
    path: `/v1/party/parties/${number}/contact-points`,
    as: { kind: 'application', id: 'back-end', banks: ['01'], scope: 'party.write' },
    body,
    headers: { 'idempotency-key': `point-${number}-000000` },
  });
  if (response.status !== 201) throw new Error(response.text);
}

test('a message tries each medium once in order, and ends', async () => {
  const number = await app.person();
  paired.add(number);
  const id = await initiate(app, number);
  await fail(id);
  await fail(id);
  await fail(id);
  expect(await chainOf(app, id)).toEqual(['email failed', 'push failed', 'sms failed']);
});

test('the next one has the same content, and the current address', async () => {
  const number = await app.person();
  const id = await initiate(app, number);
  await contactPoint(number, {
    method: 'mobile',
    usage: 'primary',
    address: { number: '+4915199999999' },
  });
  await fail(id);
  const sms = createRecordingChannel({ medium: 'sms' });
  await deliverOnce(app, sms);
  expect(sms.accepted.map(({ text, to }) => `${to} ${text}`)).toEqual(['+4915199999999 Good day.']);
});

test('the sender finds the next one too', async () => {
  const id = await initiate(app, await app.person());
  await fail(id);
  const [next] = await app.database.query<{ id: string }>(
    `select communication_id as id from correspondence.communication
      where message_id = $1 and communication_id <> $1`,
    [id],
  );
  expect((await app.get(`/communications/${next?.id}`, sender)).status).toBe(200);
  expect((await app.eventsOf('communication', String(next?.id))).map(({ name }) => name)).toEqual([
    'communication-initiated',
  ]);
});

test('in the quiet hours the next one waits for the morning, unless it is urgent', async () => {
  const dueOf = async (more: Fields): Promise<unknown> => {
    app.clock.set('2027-03-03T10:00:00Z');
    const id = await initiate(app, await app.person(), more);
    app.clock.set('2027-03-03T23:00:00Z');
    await fail(id);
    const [row] = await app.database.query<{ due: string }>(
      `select to_char(due_at at time zone 'UTC', 'DD HH24:MI') as due from correspondence.communication
        where message_id = $1 and medium = 'sms'`,
      [id],
    );
    return row?.due;
  };
  expect(await dueOf({})).toBe('04 06:00');
  expect(await dueOf({ urgency: 'urgent' })).toBe('03 23:00');
});

test('a message that would expire before morning ignores the quiet hours', async () => {
  const id = await initiate(app, await app.person(), { expires: '2027-03-03T23:30:00Z' });
  app.clock.set('2027-03-03T23:00:00Z');
  await fail(id);
  const [row] = await app.database.query<{ wanted: boolean }>(
    `select due_at < expires_at as wanted from correspondence.communication
      where message_id = $1 and medium = 'sms'`,
    [id],
  );
  // As at initiation, a message that expires before morning ignores the quiet hours; it is never due after its expiry.
  expect(row?.wanted ?? true).toBe(true);
});

test('a text too long for an SMS skips it', async () => {
  const number = await app.person();
  const content = 'x'.repeat(400);
  const id = await initiate(app, number, {
    message: { title: 'x', body: { 'content-type': 'text/plain', content } },
  });
  await fail(id);
  expect(await chainOf(app, id)).toEqual(['email failed']);
});

test.each(['offer', 'announcement', 'one-time-password'])(
  '%s is not sent by another medium',
  async (kind) => {
    const number = await app.person({
      'contact-preference': { 'opt-ins': [{ purpose: 'direct-marketing' }] },
    });
    const id = await initiate(app, number, { 'message-kind': kind });
    await fail(id);
    expect((await chainOf(app, id)).filter((one) => one.endsWith('queued'))).toEqual([]);
  },
);

test('a customer who died since, or a bare address, is not contacted again', async () => {
  const number = await app.person();
  const id = await initiate(app, number);
  await reportDeath(app, number);
  await fail(id);
  expect(await chainOf(app, id)).toEqual(['email failed']);
  const bare = idIn(await requestMessage(app, { contact: { kind: 'email', details: 'a@example.org' } }));
  await fail(bare);
  expect(await chainOf(app, bare)).toEqual(['email failed']);
});

test.each([
  ['the next medium', ['sms']],
  ['everything', ['email', 'sms', 'push', 'mailbox']],
])('a medium turned off since is not used: %s', async (_, off) => {
  const number = await app.person();
  await setPreference(app, number, { group: 'loan-due', on: ['sms'] });
  const id = await initiate(app, number, { 'notification-group': 'loan-due' });
  await setPreference(app, number, { group: 'loan-due', off });
  await fail(id);
  expect(await chainOf(app, id)).toEqual(['email failed']);
});

test('a medium the customer never turned on is not used', async () => {
  const number = await app.person();
  const id = await initiate(app, number, { 'notification-group': 'loan-due' });
  await fail(id);
  expect(await chainOf(app, id)).toEqual(['email failed']);
});

test('after a merge the preferences of the surviving customer apply', async () => {
  const [gone, stays] = [await app.person(), await app.person()];
  await setPreference(app, gone, { group: 'loan-due', on: ['sms'] });
  await setPreference(app, stays, { group: 'loan-due', off: ['email', 'sms', 'push', 'mailbox'] });
  const id = await initiate(app, gone, { 'notification-group': 'loan-due' });
  await merge(app, gone, stays);
  await fail(id);
  expect(await chainOf(app, id)).toEqual(['email failed']);
});

test('there is one mailbox copy, however many media are tried', async () => {
  const number = await app.person();
  const id = await initiate(app, number);
  await fail(id);
  await fail(id);
  const { body } = await app.get('/me/messages', customer(number));
  expect(listAt(body, 'items')).toHaveLength(1);
});
