import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSendTestApp, type SendTestApp } from '../testing/send-steps.suite.ts';
import { purgeSends } from '../store/sends.store.ts';
import { recordSendUse } from './record-send-use.ts';

let world: SendTestApp;

beforeAll(async () => {
  world = await createSendTestApp('2027-03-03T10:59:00Z');
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const number = '+4915112345678';

const hours = async (): Promise<readonly string[]> => {
  const rows = await world.database.query<{ line: string }>(
    `select extract(hour from hour at time zone 'UTC') || ' ' || used || '/' || sent as line
       from "authorization".send_tally where scope = 'prefix' order by hour`,
  );
  return rows.map(({ line }) => line);
};

it('a use is counted in the hour of its sending, wherever the sending was counted', async () => {
  await world.send(number);
  world.clock.advance({ minutes: 2 });
  await world.send('+4915112345679');
  await world.use(number, { minutesAgo: 2 });
  expect(await hours()).toEqual(['10 1/1', '11 0/1']);
  expect(await world.counts()).toEqual([
    'bank unproven: 0/2',
    'bank unregistered: 1/2',
    'client +49151123 web: 1/2',
    'client sms-unregistered web: 1/2',
    'country 49: 1/2',
    'prefix +49151123: 1/2',
  ]);
});

it('never more is used than was sent, however many say so at once', async () => {
  await world.send(number);
  await Promise.all(Array.from({ length: 20 }, () => world.use(number)));
  expect(await hours()).toEqual(['10 1/1']);
});

it('a use of what nobody remembers is nothing', async () => {
  await world.use(number, { minutesAgo: 5_000 });
  expect(await world.counts()).toEqual([]);
});

it('whom we know speaks for the block by using a code, and not against it by not using one', async () => {
  await world.send(number, { isRegistered: true });
  expect(await world.counts()).toEqual(['client sms-registered web: 0/1']);
  await world.use(number, { isRegistered: true });
  await world.use('+4915112345600', { isRegistered: true });
  expect(await world.counts()).toEqual(['client sms-registered web: 0/1', 'prefix +49151123: 2/2']);
});

it('whose code was used gets the next one at once; the code of another recipient changes nothing', async () => {
  const known = { isRegistered: true };
  await world.send(number, known);
  await world.use('+4915112345600', known);
  world.clock.advance({ seconds: 1 });
  expect(await world.send(number, known)).toBe(29);
  world.clock.set('2027-03-03T10:59:00Z');
  await world.use(number, known);
  world.clock.advance({ seconds: 1 });
  expect(await world.send(number, known)).toBe('sent');
  expect(await world.send(number, known)).toBe(30);
});

it('a code that went to no number is counted nowhere', async () => {
  const sentAt = world.clock.now();
  const mail = { clientId: 'web', isRegistered: true, place: undefined, sentAt, recipientIndexes: [] };
  await world.run((work) => recordSendUse(world.context(), work, mail));
  expect(await world.counts()).toEqual([]);
});

it('uses and sends of one block at once do not hold each other up', async () => {
  const numbers = Array.from({ length: 15 }, (_, index) => `+49151123000${String(index).padStart(2, '0')}`);
  await Promise.all(numbers.map((one) => world.send(one)));
  world.clock.advance({ seconds: 30 });
  await Promise.all(numbers.flatMap((one) => [world.use(one), world.send(one)]));
  const [line] = (await world.counts()).filter((count) => count.startsWith('prefix'));
  expect(line).toMatch(/^prefix \+49151123: 15\//);
});

it('what is two days old is forgotten, and nothing younger', async () => {
  const forget = (): Promise<void> =>
    world.run((work) => purgeSends(work, { bankId: '01', now: world.clock.now() }));
  const left = async (): Promise<readonly number[]> => {
    const rows = await world.database.query<{ tallies: number; recipients: number }>(
      `select (select count(*)::int from "authorization".send_tally) as tallies,
              (select count(*)::int from "authorization".recipient_sends) as recipients`,
    );
    return rows.flatMap(({ recipients, tallies }) => [tallies, recipients]);
  };
  await world.send(number);
  world.clock.advance({ hours: 47 });
  await world.send('+33612345678');
  world.clock.set('2027-03-05T10:00:00Z');
  await forget();
  expect(await left()).toEqual([12, 2]);
  world.clock.set('2027-03-05T10:59:01Z');
  await forget();
  expect(await left()).toEqual([6, 1]);
});
