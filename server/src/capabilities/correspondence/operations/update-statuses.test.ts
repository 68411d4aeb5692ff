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
  faultsOf,
  refusalOf,
  staff,
} from '../testing/correspondence-test-app.suite.ts';
import { chainOf, deliverOnce, gateway, initiate, rowOf, sender } from '../testing/delivery-steps.suite.ts';
import { whileHeld } from '../testing/held-rows.suite.ts';
import { ask, idIn, prefer, readBySender, reportDeath } from '../testing/recipient-steps.suite.ts';
import { createRememberingChannel } from '../testing/remembering-channel.suite.ts';
import { followParty } from './follow-party.ts';
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

const tell = (items: readonly Fields[], as: TokenRequest = gateway): Promise<TestResponse> =>
  app.post('/communications/statuses', { items }, as);
const say = async (id: string, status: string, more: Fields = {}, as = gateway): Promise<number> => {
  app.clock.advance({ seconds: 1 });
  return (await tell([{ 'communication-id': id, status, ...more }], as)).status;
};
const newMail = async (more: Fields = {}): Promise<string> => initiate(app, await app.person(), more);
const statusOf = async (id: string): Promise<string> => (await rowOf(app, id)).status;
const eventsOf = async (id: string): Promise<readonly string[]> =>
  (await app.eventsOf('communication', id)).map(({ name }) => name.replace('communication-', ''));

describe('a message moves forward', () => {
  test('from queued to delivered, told at every step', async () => {
    const id = await newMail();
    expect(await say(id, 'sending')).toBe(204);
    expect(await statusOf(id)).toBe('sending');
    expect(await say(id, 'sent', { occurred: '2027-03-03T10:00:01Z' })).toBe(204);
    expect(await readBySender(app, id)).toMatchObject({ status: 'sent', sent: '2027-03-03T10:00:01.000Z' });
    expect(await say(id, 'delivered')).toBe(204);
    expect(await readBySender(app, id)).toMatchObject({
      status: 'delivered',
      sent: '2027-03-03T10:00:01.000Z',
    });
    expect(await eventsOf(id)).toEqual(['initiated', 'sending-started', 'sent', 'delivered']);
  });

  test('and never back: what is repeated or older is taken and changes nothing', async () => {
    const id = await newMail();
    for (const status of ['sending', 'sending', 'sent', 'sent', 'sending', 'delivered', 'delivered'])
      expect(await say(id, status)).toBe(204);
    for (const status of ['sending', 'sent', 'failed']) expect(await say(id, status)).toBe(204);
    expect(await statusOf(id)).toBe('delivered');
    expect(await eventsOf(id)).toEqual(['initiated', 'sending-started', 'sent', 'delivered']);
  });

  test('a failure of what nobody took is no news', async () => {
    const id = await newMail();
    expect(await say(id, 'failed', { 'hard-failure': true })).toBe(204);
    expect(await statusOf(id)).toBe('queued');
  });

  test('several reports about one message build on each other', async () => {
    const id = await newMail();
    const items = ['sending', 'sent', 'delivered'].map((status) => ({ 'communication-id': id, status }));
    expect((await tell(items)).status).toBe(204);
    expect(await statusOf(id)).toBe('delivered');
  });

  test('ids are the same in capital letters', async () => {
    const id = await newMail();
    expect(await say(id.toUpperCase(), 'sent')).toBe(204);
    expect(await statusOf(id)).toBe('sent');
  });
});

describe('a failure', () => {
  test('waits longer each time, and after the last attempt the next medium is taken', async () => {
    const id = await newMail();
    for (const [failures, minutes] of [1, 5, 15, 60, 240].entries()) {
      expect(await say(id, 'sending')).toBe(204);
      expect(await say(id, 'failed', { reason: 'smtp 451' })).toBe(204);
      const row = await rowOf(app, id);
      expect(row).toMatchObject({ status: 'queued', retry_count: failures + 1, reason: 'smtp 451' });
      const due = app.clock.now().add({ minutes });
      expect(new Date(row.due_at).toISOString()).toBe(due.toString({ smallestUnit: 'millisecond' }));
      expect(faultsOf(await tell([{ 'communication-id': id, status: 'sending' }]))).toEqual([
        '400 items[0].status mismatch',
      ]);
      app.clock.set(due.toString());
    }
    await say(id, 'sending');
    await say(id, 'failed', { reason: 'smtp 451' });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
    expect((await eventsOf(id)).at(-1)).toBe('failed');
  });

  test('that is final goes on at once; after it was sent too', async () => {
    const id = await newMail();
    await say(id, 'sent');
    await say(id, 'failed', { 'hard-failure': true, reason: 'smtp 550' });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
    await say(id, 'failed', { 'hard-failure': true });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
  });

  test('of a code is final, and goes nowhere else', async () => {
    const id = await newMail({ 'message-kind': 'one-time-password' });
    await say(id, 'sending');
    await say(id, 'failed');
    expect(await chainOf(app, id)).toEqual(['sms failed']);
  });

  test('that happened before the attempt we know of is no news', async () => {
    const id = await newMail();
    await say(id, 'sending');
    await say(id, 'failed', { occurred: '2027-03-03T09:59:00Z', 'hard-failure': true });
    expect(await statusOf(id)).toBe('sending');
  });

  test('after the group was turned off goes nowhere', async () => {
    const number = await app.person();
    const id = await initiate(app, number, { 'notification-group': 'loan-due' });
    await prefer(app, number, { group: 'loan-due', on: ['sms'] });
    const other = await initiate(app, number, { 'notification-group': 'loan-due' });
    await say(id, 'sending');
    await say(other, 'sending');
    await prefer(app, number, { group: 'loan-due', off: ['email', 'sms', 'push', 'mailbox'] });
    await say(id, 'failed', { 'hard-failure': true });
    await say(other, 'failed', { 'hard-failure': true });
    expect(await chainOf(app, id)).toEqual(['email failed']);
    expect(await chainOf(app, other)).toEqual(['email failed']);
  });

  test('of one who died meanwhile is not tried again, nor by another medium', async () => {
    const number = await app.person();
    const [soft, hard] = [await initiate(app, number), await initiate(app, number)];
    await say(soft, 'sending');
    await say(hard, 'sending');
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
    await say(hard, 'failed', { 'hard-failure': true });
    expect(await chainOf(app, hard)).toEqual(['email failed']);
    await say(soft, 'failed');
    expect(await chainOf(app, soft)).not.toContain('email queued');
  });
});

describe('all or nothing', () => {
  test('one unknown message, and nothing is entered', async () => {
    const id = await newMail();
    const unknown = '019c0000-0000-7000-8000-000000000000';
    const answer = await tell([
      { 'communication-id': id, status: 'sent' },
      { 'communication-id': unknown, status: 'sent' },
      { 'communication-id': unknown, status: 'delivered' },
    ]);
    expect(faultsOf(answer)).toEqual([
      '400 items[1].communication-id mismatch',
      '400 items[2].communication-id mismatch',
    ]);
    expect(await statusOf(id)).toBe('queued');
    expect(await eventsOf(id)).toEqual(['initiated']);
  });

  test('what another gateway delivers, or another bank, is not there', async () => {
    const id = await newMail({ 'contact-medium': 'sms' });
    const elsewhere = back(['correspondence.deliver'], { id: 'gateway', banks: ['02'] });
    for (const as of [mailOnly, elsewhere])
      expect(faultsOf(await tell([{ 'communication-id': id, status: 'sent' }], as))).toEqual([
        '400 items[0].communication-id mismatch',
      ]);
    expect(await statusOf(id)).toBe('queued');
  });

  test('what is planned for later cannot be taken', async () => {
    const id = await newMail({ 'not-before': '2027-03-04T10:00:00Z' });
    expect(faultsOf(await tell([{ 'communication-id': id, status: 'sending' }]))).toEqual([
      '400 items[0].status mismatch',
    ]);
  });

  test('nor what nobody wants any more', async () => {
    const id = await newMail({ expires: '2027-03-03T10:10:00Z' });
    app.clock.set('2027-03-03T10:10:01Z');
    await say(id, 'sending');
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
      'a status that is ours to give',
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
      'no moment and no truth',
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
  ])('with faults: %s', async (_, body, faults) => {
    const answer = await app.post('/communications/statuses', body, gateway);
    expect(faultsOf(answer).toSorted()).toEqual(faults.map((fault) => `400 ${fault}`).toSorted());
  });

  test('five hundred at once are entered', async () => {
    const id = await newMail();
    const items = Array.from({ length: 500 }, () => ({ 'communication-id': id, status: 'sent' }));
    expect((await tell(items)).status).toBe(204);
    expect(await eventsOf(id)).toEqual(['initiated', 'sent']);
  });

  test.each([
    ['who may only send', sender],
    ['staff', staff('e-1', ['correspondent'])],
  ])('not by %s', async (_, as) => {
    const id = await newMail();
    expect((await tell([{ 'communication-id': id, status: 'sent' }], as)).status).toBe(403);
    expect(await statusOf(id)).toBe('queued');
  });
});

describe('one gateway has a message', () => {
  const take = (id: string, as: TokenRequest) => tell([{ 'communication-id': id, status: 'sending' }], as);

  test('until its lease ends', async () => {
    const id = await newMail();
    expect((await take(id, gateway)).status).toBe(204);
    app.clock.advance({ minutes: 4, seconds: 59 });
    expect(refusalOf(await take(id, second))).toBe('440 communication-already-taken');
    expect((await take(id, gateway)).status).toBe(204);
    app.clock.advance({ seconds: 1 });
    expect((await take(id, second)).status).toBe(204);
    expect(refusalOf(await take(id, gateway))).toBe('440 communication-already-taken');
  });

  test('and gives it back by saying nothing', async () => {
    const id = await newMail();
    await take(id, gateway);
    app.clock.advance({ minutes: 5 });
    await sweepDeliveries(app.context());
    expect(await rowOf(app, id)).toMatchObject({ status: 'queued', retry_count: 0 });
  });

  test('and a refusal takes nothing else either', async () => {
    const [taken, free] = [await newMail(), await newMail()];
    await take(taken, gateway);
    const items = [free, taken].map((id) => ({ 'communication-id': id, status: 'sending' }));
    expect(refusalOf(await tell(items, second))).toBe('440 communication-already-taken');
    expect(await statusOf(free)).toBe('queued');
  });

  test('two who take it at the same moment: exactly one has it', async () => {
    const id = await newMail();
    const held = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    const answers = await whileHeld(app.database, held, () => [take(id, gateway), take(id, second)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '440']);
    expect(await eventsOf(id)).toEqual(['initiated', 'sending-started']);
  });

  test('nor does a gateway have what a worker of ours is handing over', async () => {
    const id = await newMail();
    const channel = createRememberingChannel({ medium: 'email' });
    channel.answerWith(async () => {
      expect(refusalOf(await take(id, gateway))).toBe('440 communication-already-taken');
      return { kind: 'taken', reference: undefined, isDelivered: false };
    });
    await deliverOnce(app, channel, { count: 100 });
    expect(channel.attempts.map(({ communicationId }) => communicationId)).toContain(id);
    expect(await statusOf(id)).toBe('sent');
  });

  test('those who report the same messages in another order wait for each other, and not in a circle', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => newMail()));
    const items = ids.map((id) => ({ 'communication-id': id, status: 'sent' }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, place) => tell(place % 2 === 0 ? items : items.toReversed())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    for (const id of ids) expect(await eventsOf(id)).toEqual(['initiated', 'sent']);
  });

  test('a failure told twice at the same moment sends the message on once', async () => {
    const id = await newMail();
    await say(id, 'sending');
    const held = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    const failed = () => tell([{ 'communication-id': id, status: 'failed', 'hard-failure': true }]);
    const answers = await whileHeld(app.database, held, () => [failed(), failed()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
  });
});

test('a key makes a report count once', async () => {
  const id = await newMail();
  await say(id, 'sending');
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

test('a report without a key is entered too', async () => {
  const id = idIn(await ask(app, { contact: { kind: 'email', details: 'a@example.org' } }));
  const answer = await app.call({
    method: 'POST',
    path: `${base}/communications/statuses`,
    as: gateway,
    body: { items: [{ 'communication-id': id, status: 'sent' }] },
  });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(at(await readBySender(app, id), 'status')).toBe('sent');
});

test('reasons reach neither events nor the trail of changes', async () => {
  const id = await newMail();
  await say(id, 'sending');
  await say(id, 'failed', { reason: 'Kanarienvogel@example.org', 'hard-failure': true });
  const held = await app.database.query<{ text: string }>(
    `select row_to_json(t)::text as text from platform.outbox_event t
      union all select row_to_json(t)::text from platform.audit_entry t`,
  );
  expect(held.filter(({ text }) => text.includes('Kanarienvogel'))).toEqual([]);
  expect(JSON.stringify(app.lines)).not.toContain('Kanarienvogel');
});

test.each(['2099-01-01T00:00:00Z', '1999-01-01T00:00:00Z'])(
  'a gateway whose clock is wrong does not make a message sent at %s',
  async (occurred) => {
    const id = await newMail();
    await say(id, 'sent', { occurred });
    const sent = String(at(await readBySender(app, id), 'sent'));
    expect(sent >= '2027-03-03T10:00:00.000Z' && sent <= '2027-03-03T10:00:01.000Z').toBe(true);
  },
);

test('a reason is kept without addresses', async () => {
  const id = await newMail();
  await say(id, 'sending');
  await say(id, 'failed', { reason: '550 5.1.1 <ada@example.org> +49 151 12345678 unknown' });
  const { reason } = await rowOf(app, id);
  expect(reason).toContain('550 5.1.1');
  expect(reason).not.toMatch(/ada@|example\.org|12345678/);
});
