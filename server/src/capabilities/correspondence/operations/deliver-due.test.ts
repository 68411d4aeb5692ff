import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../testing/correspondence-test-app.suite.ts';
import { chainOf, deliverOnce, initiate, rowOf } from '../testing/delivery-steps.suite.ts';
import { createRememberingChannel } from '../testing/remembering-channel.suite.ts';
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

const mail = (): ReturnType<typeof createRememberingChannel> => createRememberingChannel({ medium: 'email' });

test('what is due is handed over with its words and address, and is sent afterwards', async () => {
  const customer = await app.person({ 'email-address': { value: 'ada@example.org' } });
  const id = await initiate(app, customer);
  const channel = mail();
  expect(await deliverOnce(app, channel)).toEqual({ taken: 1, unavailable: 0 });
  const [handed] = channel.taken;
  expect(handed).toMatchObject({
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
  expect(await deliverOnce(app, channel)).toEqual({ taken: 0, unavailable: 0 });
});

test('messages to one address go in order, and none overtakes one that has to wait', async () => {
  const [ada, bob] = [await app.person(), await app.person()];
  const first = await initiate(app, ada);
  app.clock.advance({ milliseconds: 5 });
  const second = await initiate(app, ada);
  const other = await initiate(app, bob);
  const channel = mail();
  channel.answerWith(({ communicationId }, attempt) =>
    communicationId === first && attempt === 1
      ? { kind: 'deferred', reason: 'smtp 450' }
      : { kind: 'taken', reference: undefined, isDelivered: false },
  );
  await deliverOnce(app, channel);
  expect(channel.attempts.map(({ communicationId }) => communicationId)).toEqual([first, other]);
  await deliverOnce(app, channel);
  expect(channel.attempts).toHaveLength(2);
  expect(await rowOf(app, first)).toMatchObject({ status: 'queued', retry_count: 1, reason: 'smtp 450' });
  app.clock.advance({ minutes: 1 });
  await deliverOnce(app, channel);
  await deliverOnce(app, channel);
  expect(channel.taken.map(({ communicationId }) => communicationId)).toEqual([other, first, second]);
});

test('two workers never take the same message, nor two of one recipient', async () => {
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

test('a server that is not there costs no attempt, however often', async () => {
  const id = await initiate(app, await app.person());
  const channel = mail();
  channel.answerWith(() => ({ kind: 'unavailable', reason: 'smtp unreachable' }));
  for (let count = 0; count < 10; count += 1) {
    expect(await deliverOnce(app, channel)).toEqual({ taken: 1, unavailable: 1 });
    app.clock.advance({ seconds: 1 });
  }
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued', retry_count: 0 });
});

test('after the last attempt a service message goes on by the next medium', async () => {
  const id = await initiate(app, await app.person());
  const channel = mail();
  channel.answerWith(() => ({ kind: 'deferred', reason: 'smtp 451' }));
  for (const minutes of [0, 1, 5, 15, 60, 240]) {
    app.clock.advance({ minutes });
    await deliverOnce(app, channel);
  }
  expect(channel.attempts).toHaveLength(6);
  expect(await rowOf(app, id)).toMatchObject({ status: 'failed', retry_count: 5, reason: 'smtp 451' });
  expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
  const sms = createRememberingChannel({ medium: 'sms' });
  await deliverOnce(app, sms);
  expect(sms.taken.map(({ text }) => text)).toEqual(['Good day.']);
});

test('an address that does not exist sends the message on at once; an announcement ends there', async () => {
  const customer = await app.person();
  const channel = mail();
  channel.answerWith(() => ({ kind: 'refused', reason: 'smtp 550' }));
  const notice = await initiate(app, customer);
  await deliverOnce(app, channel);
  expect(await chainOf(app, notice)).toEqual(['email failed', 'sms queued']);
  const announcement = await initiate(app, customer, { 'message-kind': 'announcement' });
  await deliverOnce(app, channel, { lane: 'bulk' });
  expect(await chainOf(app, announcement)).toEqual(['email failed']);
});

test('a code is tried once, and never shown again', async () => {
  const id = await initiate(app, await app.person(), { 'message-kind': 'one-time-password' });
  const channel = createRememberingChannel({ medium: 'sms' });
  channel.answerWith(() => ({ kind: 'deferred', reason: 'sms 429' }));
  await deliverOnce(app, channel, { lane: 'code' });
  expect(await chainOf(app, id)).toEqual(['sms failed']);
});

test('whoever lost the lease does not overrule the one who has it now', async () => {
  const id = await initiate(app, await app.person());
  const slow = mail();
  const quick = mail();
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  slow.answerWith(async () => {
    await goOn;
    return { kind: 'refused', reason: 'smtp 550' };
  });
  const late = deliverOnce(app, slow, { owner: 'worker:slow' });
  await expect.poll(() => slow.attempts.length).toBe(1);
  app.clock.advance({ minutes: 6 });
  await sweepDeliveries(app.context());
  await deliverOnce(app, quick, { owner: 'worker:quick' });
  resolve();
  await late;
  expect(quick.taken).toHaveLength(1);
  expect(await chainOf(app, id)).toEqual(['email sent']);
});

test('what a worker held that is gone is given back at once', async () => {
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

test('what nobody wants any more expires', async () => {
  const expires = app.clock.now().add({ minutes: 10 }).toString();
  const id = await initiate(app, await app.person(), { expires });
  app.clock.advance({ minutes: 11 });
  const channel = mail();
  expect(await deliverOnce(app, channel)).toEqual({ taken: 0, unavailable: 0 });
  await sweepDeliveries(app.context());
  expect(await rowOf(app, id)).toMatchObject({ status: 'expired' });
  expect((await app.eventsOf('communication', id)).at(-1)?.name).toBe('communication-expired');
});

test('whole account numbers do not leave by mail', async () => {
  const text = 'Paid from DE89 3704 0044 0532 0130 00 to GB29NWBK60161331926819.';
  await initiate(app, await app.person(), {
    message: { title: 'Paid', body: { 'content-type': 'text/plain', content: text } },
  });
  const channel = mail();
  await deliverOnce(app, channel);
  expect(channel.taken[0]?.text).toBe('Paid from ••••3000 to ••••6819.');
});
