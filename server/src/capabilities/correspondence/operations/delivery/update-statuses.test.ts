import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  type Fields,
  fieldErrorsOf,
  problemOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';
import {
  chainOf,
  deliverOnce,
  gateway,
  initiate,
  rowOf,
  sender,
} from '../../testing/delivery-steps.suite.ts';
import { whileLocked } from '../../testing/locked-rows.suite.ts';
import {
  getAsSender,
  idIn,
  reportDeath,
  requestMessage,
  setPreference,
} from '../../testing/recipient-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';
import { followParty } from '../lifecycle/follow-party.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

let app: CorrespondenceTestApp;
const second = back(['correspondence.deliver'], { id: 'second-gateway' });
const mailOnly = back(['correspondence.deliver'], { id: 'mail-gateway' });

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    gateways: {
      mediaOf: (clientId) => (clientId === 'mail-gateway' ? ['email'] : ['email', 'sms', 'push', 'letter']),
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

const sendReport = (items: readonly Fields[], as: TokenRequest = gateway): Promise<TestResponse> =>
  app.post('/communications/statuses', { items }, as);
const requestWith = async (id: string, status: string, more: Fields = {}, as = gateway): Promise<number> => {
  app.clock.advance({ seconds: 1 });
  return (await sendReport([{ 'communication-id': id, status, ...more }], as)).status;
};
const newMail = async (more: Fields = {}): Promise<string> => initiate(app, await app.person(), more);
const statusOf = async (id: string): Promise<string> => (await rowOf(app, id)).status;
const eventsOf = async (id: string): Promise<readonly string[]> =>
  (await app.eventsOf('communication', id)).map(({ name }) => name.replace('communication-', ''));

describe('the status of a message advances', () => {
  test('from queued to delivered, with an event at every step', async () => {
    const id = await newMail();
    expect(await requestWith(id, 'sending')).toBe(204);
    expect(await statusOf(id)).toBe('sending');
    expect(await requestWith(id, 'sent', { occurred: '2027-03-03T10:00:01Z' })).toBe(204);
    expect(await getAsSender(app, id)).toMatchObject({ status: 'sent', sent: '2027-03-03T10:00:01.000Z' });
    expect(await requestWith(id, 'delivered')).toBe(204);
    expect(await getAsSender(app, id)).toMatchObject({
      status: 'delivered',
      sent: '2027-03-03T10:00:01.000Z',
    });
    expect(await eventsOf(id)).toEqual(['initiated', 'sending-started', 'sent', 'delivered']);
  });

  test('and never goes back: a repeated or older report is accepted and changes nothing', async () => {
    const id = await newMail();
    for (const status of ['sending', 'sending', 'sent', 'sent', 'sending', 'delivered', 'delivered'])
      expect(await requestWith(id, status)).toBe(204);
    for (const status of ['sending', 'sent', 'failed']) expect(await requestWith(id, status)).toBe(204);
    expect(await statusOf(id)).toBe('delivered');
    expect(await eventsOf(id)).toEqual(['initiated', 'sending-started', 'sent', 'delivered']);
  });

  test('a failure of an unclaimed message is ignored', async () => {
    const id = await newMail();
    expect(await requestWith(id, 'failed', { 'hard-failure': true })).toBe(204);
    expect(await statusOf(id)).toBe('queued');
  });

  test('several reports about one message build on each other', async () => {
    const id = await newMail();
    const items = ['sending', 'sent', 'delivered'].map((status) => ({ 'communication-id': id, status }));
    expect((await sendReport(items)).status).toBe(204);
    expect(await statusOf(id)).toBe('delivered');
  });

  test('ids are case-insensitive', async () => {
    const id = await newMail();
    expect(await requestWith(id.toUpperCase(), 'sent')).toBe(204);
    expect(await statusOf(id)).toBe('sent');
  });
});

describe('a failure', () => {
  test('increases the backoff, and after the last attempt uses the next medium', async () => {
    const id = await newMail();
    for (const [failures, minutes] of [1, 5, 15, 60, 240].entries()) {
      expect(await requestWith(id, 'sending')).toBe(204);
      expect(await requestWith(id, 'failed', { reason: 'smtp 451' })).toBe(204);
      const row = await rowOf(app, id);
      expect(row).toMatchObject({ status: 'queued', retry_count: failures + 1, reason: 'smtp 451' });
      const due = app.clock.now().add({ minutes });
      expect(new Date(row.due_at).toISOString()).toBe(due.toString({ smallestUnit: 'millisecond' }));
      expect(fieldErrorsOf(await sendReport([{ 'communication-id': id, status: 'sending' }]))).toEqual([
        '400 items[0].status mismatch',
      ]);
      app.clock.set(due.toString());
    }
    await requestWith(id, 'sending');
    await requestWith(id, 'failed', { reason: 'smtp 451' });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
    expect((await eventsOf(id)).at(-1)).toBe('failed');
  });

  test('that is permanent uses the next medium at once; also after it was sent', async () => {
    const id = await newMail();
    await requestWith(id, 'sent');
    await requestWith(id, 'failed', { 'hard-failure': true, reason: 'smtp 550' });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
    await requestWith(id, 'failed', { 'hard-failure': true });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
  });

  test('of a code is permanent, and uses no other medium', async () => {
    const id = await newMail({ 'message-kind': 'one-time-password' });
    await requestWith(id, 'sending');
    await requestWith(id, 'failed');
    expect(await chainOf(app, id)).toEqual(['sms failed']);
  });

  test('older than the recorded attempt is ignored', async () => {
    const id = await newMail();
    await requestWith(id, 'sending');
    await requestWith(id, 'failed', { occurred: '2027-03-03T09:59:00Z', 'hard-failure': true });
    expect(await statusOf(id)).toBe('sending');
  });

  test('after the group was turned off uses no other medium', async () => {
    const number = await app.person();
    const id = await initiate(app, number, { 'notification-group': 'loan-due' });
    await setPreference(app, number, { group: 'loan-due', on: ['sms'] });
    const other = await initiate(app, number, { 'notification-group': 'loan-due' });
    await requestWith(id, 'sending');
    await requestWith(other, 'sending');
    await setPreference(app, number, { group: 'loan-due', off: ['email', 'sms', 'push', 'mailbox'] });
    await requestWith(id, 'failed', { 'hard-failure': true });
    await requestWith(other, 'failed', { 'hard-failure': true });
    expect(await chainOf(app, id)).toEqual(['email failed']);
    expect(await chainOf(app, other)).toEqual(['email failed']);
  });

  test('of a customer who died meanwhile is not retried, nor sent by another medium', async () => {
    const number = await app.person();
    const [soft, hard] = [await initiate(app, number), await initiate(app, number)];
    await requestWith(soft, 'sending');
    await requestWith(hard, 'sending');
    await reportDeath(app, number);
    await followParty(app.context(), {
      id: '019c0000-0000-7000-8000-000000000001',
      name: 'individual-death-confirmed',
      version: 1,
      occurredAt: app.clock.now().toString(),
      aggregateKind: 'party',
      aggregateId: number,
      sequence: 2,
      data: {},
    });
    await requestWith(hard, 'failed', { 'hard-failure': true });
    expect(await chainOf(app, hard)).toEqual(['email failed']);
    await requestWith(soft, 'failed');
    expect(await chainOf(app, soft)).not.toContain('email queued');
  });
});

describe('all or nothing', () => {
  test('with one unknown message, nothing is recorded', async () => {
    const id = await newMail();
    const unknown = '019c0000-0000-7000-8000-000000000000';
    const response = await sendReport([
      { 'communication-id': id, status: 'sent' },
      { 'communication-id': unknown, status: 'sent' },
      { 'communication-id': unknown, status: 'delivered' },
    ]);
    expect(fieldErrorsOf(response)).toEqual([
      '400 items[1].communication-id mismatch',
      '400 items[2].communication-id mismatch',
    ]);
    expect(await statusOf(id)).toBe('queued');
    expect(await eventsOf(id)).toEqual(['initiated']);
  });

  test('messages of another gateway or another bank are not found', async () => {
    const id = await newMail({ 'contact-medium': 'sms' });
    const elsewhere = back(['correspondence.deliver'], { id: 'gateway', banks: ['02'] });
    for (const as of [mailOnly, elsewhere])
      expect(fieldErrorsOf(await sendReport([{ 'communication-id': id, status: 'sent' }], as))).toEqual([
        '400 items[0].communication-id mismatch',
      ]);
    expect(await statusOf(id)).toBe('queued');
  });

  test('a message scheduled for later cannot be claimed', async () => {
    const id = await newMail({ 'not-before': '2027-03-04T10:00:00Z' });
    expect(fieldErrorsOf(await sendReport([{ 'communication-id': id, status: 'sending' }]))).toEqual([
      '400 items[0].status mismatch',
    ]);
  });

  test('nor can an expired one', async () => {
    const id = await newMail({ expires: '2027-03-03T10:10:00Z' });
    app.clock.set('2027-03-03T10:10:01Z');
    await requestWith(id, 'sending');
    expect(await statusOf(id)).not.toBe('sending');
  });

  test.each<readonly [string, unknown, readonly string[]]>([
    ['no items', {}, ['items required']],
    ['none', { items: [] }, ['items too-few']],
    ['no id', { items: [{ status: 'sent' }] }, ['items[0].communication-id required']],
    [
      'no uuid',
      { items: [{ 'communication-id': '1', status: 'sent' }] },
      ['items[0].communication-id format'],
    ],
    [
      'a status that only Portico sets',
      { items: [{ 'communication-id': '019c0000-0000-7000-8000-000000000000', status: 'expired' }] },
      ['items[0].status enum'],
    ],
    [
      'a reason too long',
      {
        items: [
          {
            'communication-id': '019c0000-0000-7000-8000-000000000000',
            status: 'failed',
            reason: 'x'.repeat(201),
          },
        ],
      },
      ['items[0].reason too-long'],
    ],
    [
      'neither a valid time nor a boolean',
      {
        items: [
          {
            'communication-id': '019c0000-0000-7000-8000-000000000000',
            status: 'failed',
            occurred: 'now',
            'hard-failure': 'yes',
            extra: 1,
          },
        ],
      },
      ['items[0].extra unknown-field', 'items[0].hard-failure type', 'items[0].occurred format'],
    ],
    [
      'too many',
      {
        items: Array.from({ length: 501 }, () => ({
          'communication-id': '019c0000-0000-7000-8000-000000000000',
          status: 'sent',
        })),
      },
      ['items too-many'],
    ],
  ])('with field errors: %s', async (_, body, errors) => {
    const response = await app.post('/communications/statuses', body, gateway);
    expect(fieldErrorsOf(response).toSorted()).toEqual(errors.map((error) => `400 ${error}`).toSorted());
  });

  test('five hundred reports are recorded at once', async () => {
    const id = await newMail();
    const items = Array.from({ length: 500 }, () => ({ 'communication-id': id, status: 'sent' }));
    expect((await sendReport(items)).status).toBe(204);
    expect(await eventsOf(id)).toEqual(['initiated', 'sent']);
  });

  test.each([
    ['who may only send', sender],
    ['staff', staff('e-1', ['correspondent'])],
  ])('not by %s', async (_, as) => {
    const id = await newMail();
    expect((await sendReport([{ 'communication-id': id, status: 'sent' }], as)).status).toBe(403);
    expect(await statusOf(id)).toBe('queued');
  });
});

describe('one gateway holds a message', () => {
  const claim = (id: string, as: TokenRequest) =>
    sendReport([{ 'communication-id': id, status: 'sending' }], as);

  test('until its lease ends', async () => {
    const id = await newMail();
    expect((await claim(id, gateway)).status).toBe(204);
    app.clock.advance({ minutes: 4, seconds: 59 });
    expect(problemOf(await claim(id, second))).toBe('440 communication-already-taken');
    expect((await claim(id, gateway)).status).toBe(204);
    app.clock.advance({ seconds: 1 });
    expect((await claim(id, second)).status).toBe(204);
    expect(problemOf(await claim(id, gateway))).toBe('440 communication-already-taken');
  });

  test('and loses it if it reports nothing', async () => {
    const id = await newMail();
    await claim(id, gateway);
    app.clock.advance({ minutes: 5 });
    await sweepDeliveries(app.context());
    expect(await rowOf(app, id)).toMatchObject({ status: 'queued', retry_count: 0 });
  });

  test('and a rejected request claims nothing else', async () => {
    const [claimed, free] = [await newMail(), await newMail()];
    await claim(claimed, gateway);
    const items = [free, claimed].map((id) => ({ 'communication-id': id, status: 'sending' }));
    expect(problemOf(await sendReport(items, second))).toBe('440 communication-already-taken');
    expect(await statusOf(free)).toBe('queued');
  });

  test('two concurrent claims: exactly one succeeds', async () => {
    const id = await newMail();
    const locked = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    const responses = await whileLocked(app.database, locked, () => [claim(id, gateway), claim(id, second)]);
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['204', '440']);
    expect(await eventsOf(id)).toEqual(['initiated', 'sending-started']);
  });

  test('a gateway cannot claim what a worker of Portico is sending', async () => {
    const id = await newMail();
    const channel = createRecordingChannel({ medium: 'email' });
    channel.respondWith(async () => {
      expect(problemOf(await claim(id, gateway))).toBe('440 communication-already-taken');
      return { kind: 'accepted', reference: undefined, isDelivered: false };
    });
    await deliverOnce(app, channel, { count: 100 });
    expect(channel.attempts.map(({ communicationId }) => communicationId)).toContain(id);
    expect(await statusOf(id)).toBe('sent');
  });

  test('concurrent reports about the same messages in another order do not deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => newMail()));
    const items = ids.map((id) => ({ 'communication-id': id, status: 'sent' }));
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => sendReport(index % 2 === 0 ? items : items.toReversed())),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    for (const id of ids) expect(await eventsOf(id)).toEqual(['initiated', 'sent']);
  });

  test('a failure reported twice at once triggers the next medium once', async () => {
    const id = await newMail();
    await requestWith(id, 'sending');
    const locked = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    const failed = () => sendReport([{ 'communication-id': id, status: 'failed', 'hard-failure': true }]);
    const responses = await whileLocked(app.database, locked, () => [failed(), failed()]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
  });
});

test('an idempotency key counts a report once', async () => {
  const id = await newMail();
  await requestWith(id, 'sending');
  const report = () =>
    app.call({
      method: 'POST',
      path: `${base}/communications/statuses`,
      as: gateway,
      body: { items: [{ 'communication-id': id, status: 'failed' }] },
      headers: { 'idempotency-key': 'failed-once-00000001' },
    });
  expect([(await report()).status, (await report()).status]).toEqual([204, 204]);
  expect(await rowOf(app, id)).toMatchObject({ retry_count: 1 });
});

test('a report without a key is recorded too', async () => {
  const id = idIn(await requestMessage(app, { contact: { kind: 'email', details: 'a@example.org' } }));
  const response = await app.call({
    method: 'POST',
    path: `${base}/communications/statuses`,
    as: gateway,
    body: { items: [{ 'communication-id': id, status: 'sent' }] },
  });
  expect([response.status, response.text]).toEqual([204, '']);
  expect(at(await getAsSender(app, id), 'status')).toBe('sent');
});

test('reasons appear neither in events nor in the audit trail', async () => {
  const id = await newMail();
  await requestWith(id, 'sending');
  await requestWith(id, 'failed', { reason: 'Kanarienvogel@example.org', 'hard-failure': true });
  const locked = await app.database.query<{ text: string }>(
    `select row_to_json(t)::text as text from platform.outbox_event t
      union all select row_to_json(t)::text from platform.audit_entry t`,
  );
  expect(locked.filter(({ text }) => text.includes('Kanarienvogel'))).toEqual([]);
  expect(JSON.stringify(app.lines)).not.toContain('Kanarienvogel');
});

test.each(['2099-01-01T00:00:00Z', '1999-01-01T00:00:00Z'])(
  'a gateway with a wrong clock does not set the sending time to %s',
  async (occurred) => {
    const id = await newMail();
    await requestWith(id, 'sent', { occurred });
    const sent = String(at(await getAsSender(app, id), 'sent'));
    expect(sent >= '2027-03-03T10:00:00.000Z' && sent <= '2027-03-03T10:00:01.000Z').toBe(true);
  },
);

test('a reason is stored without addresses', async () => {
  const id = await newMail();
  await requestWith(id, 'sending');
  await requestWith(id, 'failed', { reason: '550 5.1.1 <ada@example.org> +49 151 12345678 unknown' });
  const { reason } = await rowOf(app, id);
  expect(reason).toContain('550 5.1.1');
  expect(reason).not.toMatch(/ada@|example\.org|12345678/);
});
