import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { purgeSends } from '../store/sends.store.ts';
import { createSendTestApp, type SendTestApp } from '../testing/send-steps.suite.ts';
import { recordSendUse } from './sends.ts';

let app: SendTestApp;

beforeAll(async () => {
  app = await createSendTestApp('2027-03-03T10:59:00Z');
});
beforeEach(() => app.reset());
afterAll(() => app[Symbol.asyncDispose]());

const number = '+4915112345678';

const hours = async (): Promise<readonly string[]> => {
  const rows = await app.database.query<{ line: string }>(
    `select extract(hour from hour at time zone 'UTC') || ' ' || used || '/' || sent as line
       from "authorization".send_tally where scope = 'prefix' order by hour`,
  );
  return rows.map(({ line }) => line);
};

it('a use is recorded in the hour of its send, in all counters of the send', async () => {
  await app.send(number);
  app.clock.advance({ minutes: 2 });
  await app.send('+4915112345679');
  await app.use(number, { minutesAgo: 2 });
  expect(await hours()).toEqual(['10 1/1', '11 0/1']);
  expect(await app.counts()).toEqual([
    'bank unproven: 0/2',
    'bank unregistered: 1/2',
    'client +49151123 web: 1/2',
    'client sms-unregistered web: 1/2',
    'country 49: 1/2',
    'prefix +49151123: 1/2',
  ]);
});

it('never more uses than sends are recorded, also concurrently', async () => {
  await app.send(number);
  await Promise.all(Array.from({ length: 20 }, () => app.use(number)));
  expect(await hours()).toEqual(['10 1/1']);
});

it('a use of a purged send is ignored', async () => {
  await app.use(number, { minutesAgo: 5_000 });
  expect(await app.counts()).toEqual([]);
});

it('a known user credits the range by using a code, and does not debit it by not using one', async () => {
  await app.send(number, { isRegistered: true });
  expect(await app.counts()).toEqual(['client sms-registered web: 0/1']);
  await app.use(number, { isRegistered: true });
  await app.use('+4915112345600', { isRegistered: true });
  expect(await app.counts()).toEqual(['client sms-registered web: 0/1', 'prefix +49151123: 2/2']);
});

it('after a used code the recipient gets the next one at once; the code of another recipient changes nothing', async () => {
  const known = { isRegistered: true };
  await app.send(number, known);
  await app.use('+4915112345600', known);
  app.clock.advance({ seconds: 1 });
  expect(await app.send(number, known)).toBe(29);
  app.clock.set('2027-03-03T10:59:00Z');
  await app.use(number, known);
  app.clock.advance({ seconds: 1 });
  expect(await app.send(number, known)).toBe('sent');
  expect(await app.send(number, known)).toBe(30);
});

it('a code without a number is counted nowhere', async () => {
  const sentAt = app.clock.now();
  const mail = { clientId: 'web', isRegistered: true, destination: undefined, sentAt, recipientIndexes: [] };
  await app.run((work) => recordSendUse(app.context(), work, mail));
  expect(await app.counts()).toEqual([]);
});

it('concurrent uses and sends of one range do not cause a deadlock', async () => {
  const numbers = Array.from({ length: 15 }, (_, index) => `+49151123000${String(index).padStart(2, '0')}`);
  await Promise.all(numbers.map((one) => app.send(one)));
  app.clock.advance({ seconds: 30 });
  await Promise.all(numbers.flatMap((one) => [app.use(one), app.send(one)]));
  const [line] = (await app.counts()).filter((count) => count.startsWith('prefix'));
  expect(line).toMatch(/^prefix \+49151123: 15\//);
});

it('sends are purged after two days, recipients when the day of their last one is two days over', async () => {
  const purge = (): Promise<void> =>
    app.run((work) => purgeSends(work, { bankId: '01', now: app.clock.now() }));
  const left = async (): Promise<readonly number[]> => {
    const rows = await app.database.query<{ tallies: number; recipients: number }>(
      `select (select count(*)::int from "authorization".send_tally) as tallies,
              (select count(*)::int from "authorization".recipient_sends) as recipients`,
    );
    return rows.flatMap(({ recipients, tallies }) => [tallies, recipients]);
  };
  await app.send(number);
  app.clock.advance({ hours: 47 });
  await app.send('+33612345678');
  app.clock.set('2027-03-05T10:00:00Z');
  await purge();
  expect(await left()).toEqual([12, 2]);
  app.clock.set('2027-03-05T10:59:01Z');
  await purge();
  expect(await left()).toEqual([6, 2]);
  app.clock.set('2027-03-06T00:00:00Z');
  await purge();
  expect(await left()).toEqual([6, 1]);
});
