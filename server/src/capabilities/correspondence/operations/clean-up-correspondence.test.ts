import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { type CorrespondenceTestApp, createCorrespondenceTestApp } from '../testing/correspondence-test-app.suite.ts';
import { deliverOnce, initiate, rowOf, sender } from '../testing/delivery-steps.suite.ts';
import { createRememberingChannel } from '../testing/remembering-channel.suite.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';
import { cleanUpCorrespondence } from './clean-up-correspondence.ts';

let world: CorrespondenceTestApp;
beforeAll(async () => {
  world = await createCorrespondenceTestApp();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set('2027-03-03T10:00:00Z');
  await world.database.query(`delete from correspondence.content`);
});

const tidy = (bankId?: string) => cleanUpCorrespondence(world.context(bankId));
const wordsLeft = async (): Promise<number> =>
  (await world.database.query(`select from correspondence.content`)).length;
const copiesOf = async (number: string): Promise<number> =>
  (
    await world.database.query(`select from correspondence.mailbox_message where customer_number = $1`, [
      number,
    ])
  ).length;
const statusOf = async (id: string): Promise<number> =>
  (await world.get(`/communications/${id}`, sender)).status;

test('a code is forgotten the moment it expires, and that it was sent is not', async () => {
  const id = await initiate(world, await world.person(), { 'message-kind': 'one-time-password' });
  world.clock.set('2027-03-03T10:04:59Z');
  expect([await tidy(), await wordsLeft()]).toEqual([0, 1]);
  world.clock.set('2027-03-03T10:05:00Z');
  expect([await tidy(), await wordsLeft()]).toEqual([1, 0]);
  expect(await statusOf(id)).toBe(200);
});

test('a code whose words are gone is not handed over, empty or otherwise', async () => {
  const id = await initiate(world, await world.person(), { 'message-kind': 'one-time-password' });
  world.clock.set('2027-03-03T10:05:00Z');
  await tidy();
  const channel = createRememberingChannel({ medium: 'sms' });
  await deliverOnce(world, channel, { lane: 'code' });
  expect(channel.attempts).toEqual([]);
  await sweepDeliveries(world.context());
  expect(await rowOf(world, id)).toMatchObject({ status: 'expired' });
});

test.each([
  ['alert', '2029-03-03T09:59:59Z', '2029-03-03T10:00:00Z'],
  ['notice', '2037-03-03T09:59:59Z', '2037-03-03T10:00:00Z'],
  ['statement', '2037-03-03T09:59:59Z', '2037-03-03T10:00:00Z'],
])('%s is kept as long as it must be, and no longer', async (kind, before, after) => {
  const number = await world.person();
  const id = await initiate(world, number, { 'message-kind': kind });
  world.clock.set(before);
  expect(await tidy()).toBe(0);
  expect(await copiesOf(number)).toBe(1);
  expect(await statusOf(id)).toBe(200);
  world.clock.set(after);
  expect(await tidy()).toBe(1);
  expect(await statusOf(id)).toBe(404);
  expect(await copiesOf(number)).toBe(0);
});

test('more than are forgotten at once are all forgotten', async () => {
  const number = await world.person();
  await initiate(world, number, { 'message-kind': 'one-time-password' });
  await world.database.query(
    `insert into correspondence.content
     select (jsonb_populate_record(c, jsonb_build_object('content_id', gen_random_uuid()))).*
       from correspondence.content c, generate_series(1, 2500)`,
  );
  expect(await wordsLeft()).toBe(2501);
  world.clock.advance({ minutes: 5 });
  expect(await tidy()).toBe(2501);
  expect(await wordsLeft()).toBe(0);
  expect(await tidy()).toBe(0);
});

test('another bank’s words are its own business, and it is written down how many were forgotten', async () => {
  await initiate(world, await world.person(), { 'message-kind': 'one-time-password' });
  world.clock.advance({ minutes: 5 });
  expect(await tidy('02')).toBe(0);
  expect(await wordsLeft()).toBe(1);
  const before = (await world.auditOf('retention', 'content')).length;
  await tidy();
  const trail = await world.auditOf('retention', 'content');
  expect(trail).toHaveLength(before + 1);
  expect(trail.map((entry) => at(entry, 'changes', 0))).toContainEqual({ field: 'forgotten', after: 1 });
});
