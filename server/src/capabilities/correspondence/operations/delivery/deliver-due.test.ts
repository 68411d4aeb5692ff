import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#platform/log/metrics.ts';
import type { InitiateDelivery } from '../../domain/initiation.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import {
  chainOf,
  deliverOnce,
  initiate,
  messageFields,
  rowOf,
  sender,
} from '../../testing/delivery-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';
import { initiateDelivery } from '../initiation/initiate-delivery.ts';
import { deliverDue } from './deliver-due.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

let app: CorrespondenceTestApp;

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2027-03-03T10:00:00Z');
  await app.database.query(`delete from correspondence.communication`);
});

const mail = (): ReturnType<typeof createRecordingChannel> => createRecordingChannel({ medium: 'email' });

test('a due message is sent with its content and address, and its status is sent afterwards', async () => {
  const customer = await app.person({ 'email-address': { value: 'ada@example.org' } });
  const id = await initiate(app, customer);
  const channel = mail();
  expect(await deliverOnce(app, channel)).toEqual({ claimed: 1, unavailable: 0 });
  const [sent] = channel.accepted;
  expect(sent).toMatchObject({
    communicationId: id,
    bankId: '01',
    to: 'ada@example.org',
    title: 'Hello',
    text: 'Good day.',
    language: 'de',
  });
  expect(await rowOf(app, id)).toMatchObject({ status: 'sent', retry_count: 0 });
  expect((await app.eventsOf('communication', id)).map(({ name }) => name)).toEqual([
    'communication-initiated',
    'communication-sent',
  ]);
  expect(await deliverOnce(app, channel)).toEqual({ claimed: 0, unavailable: 0 });
});

test('messages to one address are sent in order, and none overtakes a deferred one', async () => {
  const [ada, bob] = [await app.person(), await app.person()];
  const first = await initiate(app, ada);
  app.clock.advance({ milliseconds: 5 });
  const second = await initiate(app, ada);
  const other = await initiate(app, bob);
  const channel = mail();
  channel.respondWith(({ communicationId }, attempt) =>
    communicationId === first && attempt === 1
      ? { kind: 'deferred', reason: 'smtp 450' }
      : { kind: 'accepted', reference: undefined, isDelivered: false },
  );
  await deliverOnce(app, channel);
  expect(channel.attempts.map(({ communicationId }) => communicationId)).toEqual([first, other]);
  await deliverOnce(app, channel);
  expect(channel.attempts).toHaveLength(2);
  expect(await rowOf(app, first)).toMatchObject({ status: 'queued', retry_count: 1, reason: 'smtp 450' });
  app.clock.advance({ minutes: 1 });
  await deliverOnce(app, channel);
  await deliverOnce(app, channel);
  expect(channel.accepted.map(({ communicationId }) => communicationId)).toEqual([other, first, second]);
});

test('two workers never claim the same message, nor two of one recipient', async () => {
  const ada = await app.person();
  for (let count = 0; count < 6; count += 1) await initiate(app, ada);
  const people = await Promise.all(Array.from({ length: 6 }, () => app.person()));
  await Promise.all(people.map((person) => initiate(app, person)));
  const channel = mail();
  await Promise.all(
    Array.from({ length: 4 }, (_, worker) => deliverOnce(app, channel, { owner: `worker:${worker}` })),
  );
  const ids = channel.attempts.map(({ communicationId }) => communicationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(7);
});

test('an unreachable server costs no attempt, however often', async () => {
  const id = await initiate(app, await app.person());
  const channel = mail();
  channel.respondWith(() => ({ kind: 'unavailable', reason: 'smtp unreachable' }));
  for (let count = 0; count < 10; count += 1) {
    expect(await deliverOnce(app, channel)).toEqual({ claimed: 1, unavailable: 1 });
    app.clock.advance({ seconds: 1 });
  }
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued', retry_count: 0 });
});

test('after the last attempt a service message is sent by the next medium', async () => {
  const id = await initiate(app, await app.person());
  const channel = mail();
  channel.respondWith(() => ({ kind: 'deferred', reason: 'smtp 451' }));
  for (const minutes of [0, 1, 5, 15, 60, 240]) {
    app.clock.advance({ minutes });
    await deliverOnce(app, channel);
  }
  expect(channel.attempts).toHaveLength(6);
  expect(await rowOf(app, id)).toMatchObject({ status: 'failed', retry_count: 5, reason: 'smtp 451' });
  expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
  const sms = createRecordingChannel({ medium: 'sms' });
  await deliverOnce(app, sms);
  expect(sms.accepted.map(({ text }) => text)).toEqual(['Good day.']);
});

test('an unknown address sends the message by the next medium at once; an announcement ends there', async () => {
  const customer = await app.person();
  const channel = mail();
  channel.respondWith(() => ({ kind: 'refused', reason: 'smtp 550' }));
  const notice = await initiate(app, customer);
  await deliverOnce(app, channel);
  expect(await chainOf(app, notice)).toEqual(['email failed', 'sms queued']);
  const announcement = await initiate(app, customer, { 'message-kind': 'announcement' });
  await deliverOnce(app, channel, { lane: 'bulk' });
  expect(await chainOf(app, announcement)).toEqual(['email failed']);
});

test('a code is tried once, and its content is not shown again', async () => {
  const id = await initiate(app, await app.person(), { 'message-kind': 'one-time-password' });
  const channel = createRecordingChannel({ medium: 'sms' });
  channel.respondWith(() => ({ kind: 'deferred', reason: 'sms 429' }));
  await deliverOnce(app, channel, { lane: 'code' });
  expect(await chainOf(app, id)).toEqual(['sms failed']);
});

test('a worker that lost its lease does not overwrite the result of the current holder', async () => {
  const id = await initiate(app, await app.person());
  const slow = mail();
  const quick = mail();
  const { promise: resume, resolve } = Promise.withResolvers<void>();
  slow.respondWith(async () => {
    await resume;
    return { kind: 'refused', reason: 'smtp 550' };
  });
  const late = deliverOnce(app, slow, { owner: 'worker:slow' });
  await expect.poll(() => slow.attempts.length).toBe(1);
  app.clock.advance({ minutes: 6 });
  await sweepDeliveries(app.context());
  await deliverOnce(app, quick, { owner: 'worker:quick' });
  resolve();
  await late;
  expect(quick.accepted).toHaveLength(1);
  expect(await chainOf(app, id)).toEqual(['email sent']);
});

test('the messages of a dead worker are requeued at once', async () => {
  const id = await initiate(app, await app.person());
  await app.database.query(
    `update correspondence.communication set status = 'sending', lease_owner = 'worker:gone', lease_until = $1`,
    [app.clock.now().add({ minutes: 5 }).toString()],
  );
  await sweepDeliveries(app.context());
  expect(await rowOf(app, id)).toMatchObject({ status: 'sending' });
  app.clock.advance({ seconds: 4 });
  await sweepDeliveries(app.context());
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued', retry_count: 0 });
});

test('a message expires at its expiry time', async () => {
  const expires = app.clock.now().add({ minutes: 10 }).toString();
  const id = await initiate(app, await app.person(), { expires });
  app.clock.advance({ minutes: 11 });
  const channel = mail();
  expect(await deliverOnce(app, channel)).toEqual({ claimed: 0, unavailable: 0 });
  await sweepDeliveries(app.context());
  expect(await rowOf(app, id)).toMatchObject({ status: 'expired' });
  expect((await app.eventsOf('communication', id)).at(-1)?.name).toBe('communication-expired');
});

test('an SMS with a linked code states the account in full, and every other SMS masks it', async () => {
  const content = 'EUR 50.00 GB29NWBK60161331926819';
  const codeTo = (details: string): InitiateDelivery => ({
    recipient: { kind: 'contact', contact: { kind: 'sms', usage: 'primary', details } },
    messageKind: 'one-time-password',
    medium: 'sms',
    source: { kind: 'message', title: 'Code', contentType: 'text/plain', content, attachments: [] },
    priority: 'high',
    urgency: 'urgent',
    category: undefined,
    sourceChannel: undefined,
    batchId: undefined,
    expires: undefined,
    notBefore: undefined,
    notificationGroup: undefined,
    accountId: undefined,
  });
  const ctx = app.context();
  await initiateDelivery(ctx, { ...codeTo('+4915100000001'), isLinked: true });
  await initiateDelivery(ctx, codeTo('+4915100000002'));
  await initiateDelivery(ctx, { ...codeTo('+4915100000003'), messageKind: 'notice', isLinked: true });
  const channel = createRecordingChannel({ medium: 'sms' });
  for (const lane of ['code', 'normal'] as const) await deliverOnce(app, channel, { lane });
  const texts = new Map(channel.accepted.map(({ text, to }) => [to, text]));
  expect(texts.get('+4915100000001')).toBe(content);
  expect(texts.get('+4915100000002')).toBe('EUR 50.00 ••••6819');
  expect(texts.get('+4915100000003')).toBe('EUR 50.00 ••••6819');
});

test('a request over HTTP cannot ask for account numbers in full', async () => {
  const response = await app.post(
    '/communications',
    messageFields({ 'customer-number': await app.person(), 'is-linked': true }),
    sender,
  );
  expect(response.status).toBe(400);
});

test('complete account numbers are not sent by mail', async () => {
  const text = 'Paid from DE89 3704 0044 0532 0130 00 to GB29NWBK60161331926819.';
  await initiate(app, await app.person(), {
    message: { title: 'Paid', body: { 'content-type': 'text/plain', content: text } },
  });
  const channel = mail();
  await deliverOnce(app, channel);
  expect(channel.accepted[0]?.text).toBe('Paid from ••••3000 to ••••6819.');
});

test('messages are counted by bank, channel and outcome once their status is saved', async () => {
  await initiate(app, await app.person());
  await initiate(app, await app.person());
  const metrics = createMetrics({ operationIds: [], jobKinds: [], bankIds: ['01'] });
  const channel = mail();
  channel.respondWith((_message, attempt) =>
    attempt === 1 && channel.attempts.length === 1
      ? { kind: 'refused', reason: 'smtp 550' }
      : { kind: 'accepted', reference: undefined, isDelivered: false },
  );
  const run = {
    lane: 'normal',
    owner: 'worker:test',
    count: 10,
    pauseMs: 1_000,
    mayContinue: () => true,
  } as const;
  await deliverDue({ ...app.context(), metrics }, { ...run, channel });
  const lines = (await metrics.render())
    .split('\n')
    .filter((line) => /^portico_messages_total.* [1-9]/.test(line));
  metrics.close();
  expect(lines).toEqual([
    'portico_messages_total{bank="01",channel="email",outcome="sent"} 1',
    'portico_messages_total{bank="01",channel="email",outcome="failed"} 1',
    'portico_messages_total{bank="01",channel="sms",outcome="queued"} 1',
  ]);
});
