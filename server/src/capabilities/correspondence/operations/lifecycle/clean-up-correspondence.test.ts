import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import { deliverOnce, initiate, rowOf, sender } from '../../testing/delivery-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';
import { sweepDeliveries } from '../delivery/sweep-deliveries.ts';
import { cleanUpCorrespondence } from './clean-up-correspondence.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2027-03-03T10:00:00Z');
  await app.database.query(`delete from correspondence.content`);
});

const cleanUp = (bankId?: string) => cleanUpCorrespondence(app.context(bankId));
const contentsLeft = async (): Promise<number> =>
  (await app.database.query(`select from correspondence.content`)).length;
const copiesOf = async (number: string): Promise<number> =>
  (
    await app.database.query(`select from correspondence.mailbox_message where customer_number = $1`, [
      number,
    ])
  ).length;
const statusOf = async (id: string): Promise<number> =>
  (await app.get(`/communications/${id}`, sender)).status;

test('a code is purged at its expiry, the record that it was sent is not', async () => {
  const id = await initiate(app, await app.person(), { 'message-kind': 'one-time-password' });
  app.clock.set('2027-03-03T10:04:59Z');
  expect([await cleanUp(), await contentsLeft()]).toEqual([0, 1]);
  app.clock.set('2027-03-03T10:05:00Z');
  expect([await cleanUp(), await contentsLeft()]).toEqual([1, 0]);
  expect(await statusOf(id)).toBe(200);
});

test('a code with purged content is not sent', async () => {
  const id = await initiate(app, await app.person(), { 'message-kind': 'one-time-password' });
  app.clock.set('2027-03-03T10:05:00Z');
  await cleanUp();
  const channel = createRecordingChannel({ medium: 'sms' });
  await deliverOnce(app, channel, { lane: 'code' });
  expect(channel.attempts).toEqual([]);
  await sweepDeliveries(app.context());
  expect(await rowOf(app, id)).toMatchObject({ status: 'expired' });
});

test.each([
  ['alert', '2029-03-03T09:59:59Z', '2029-03-03T10:00:00Z'],
  ['notice', '2037-03-03T09:59:59Z', '2037-03-03T10:00:00Z'],
  ['statement', '2037-03-03T09:59:59Z', '2037-03-03T10:00:00Z'],
])('%s is retained as long as required, and no longer', async (kind, before, after) => {
  const number = await app.person();
  const id = await initiate(app, number, { 'message-kind': kind });
  app.clock.set(before);
  expect(await cleanUp()).toBe(0);
  expect(await copiesOf(number)).toBe(1);
  expect(await statusOf(id)).toBe(200);
  app.clock.set(after);
  expect(await cleanUp()).toBe(1);
  expect(await statusOf(id)).toBe(404);
  expect(await copiesOf(number)).toBe(0);
});

test('more rows than one batch are all purged', async () => {
  const number = await app.person();
  await initiate(app, number, { 'message-kind': 'one-time-password' });
  await app.database.query(
    `insert into correspondence.content
     select (jsonb_populate_record(c, jsonb_build_object('content_id', gen_random_uuid()))).*
       from correspondence.content c, generate_series(1, 2500)`,
  );
  expect(await contentsLeft()).toBe(2501);
  app.clock.advance({ minutes: 5 });
  expect(await cleanUp()).toBe(2501);
  expect(await contentsLeft()).toBe(0);
  expect(await cleanUp()).toBe(0);
});

test('the content of another bank is not touched, and the number of purged rows is audited', async () => {
  await initiate(app, await app.person(), { 'message-kind': 'one-time-password' });
  app.clock.advance({ minutes: 5 });
  expect(await cleanUp('02')).toBe(0);
  expect(await contentsLeft()).toBe(1);
  const before = (await app.auditOf('retention', 'content')).length;
  await cleanUp();
  const auditTrail = await app.auditOf('retention', 'content');
  expect(auditTrail).toHaveLength(before + 1);
  expect(auditTrail.map((entry) => at(entry, 'changes', 0))).toContainEqual({ field: 'purged', after: 1 });
});
