import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CorrespondenceWorld, createCorrespondenceWorld } from '../ports/correspondence-world.suite.ts';
import { fillHistory } from '../ports/delivery-backlog.suite.ts';
import { initiate } from '../ports/delivery-words.suite.ts';
import { forgetCodes } from './forget-codes.ts';

let world: CorrespondenceWorld;

beforeAll(async () => {
  world = await createCorrespondenceWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('that a code was sent is forgotten after two years, and nothing else with it', async () => {
  world.clock.set('2027-03-03T10:00:00Z');
  const customer = await world.person();
  await initiate(world, customer, { 'message-kind': 'one-time-password' });
  const notice = await initiate(world, customer);
  world.clock.set('2029-03-03T09:59:59Z');
  expect(await forgetCodes(world.context())).toBe(0);
  world.clock.set('2029-03-03T10:00:01Z');
  expect(await forgetCodes(world.context())).toBe(1);
  const rows = await world.database.query(`select communication_id from correspondence.communication`);
  expect(rows).toEqual([{ communication_id: notice }]);
});

test('more than fit into one transaction are forgotten in one night', async () => {
  await fillHistory(world.database, { bankId: '01', count: 5_100, messageKind: 'one-time-password' });
  expect(await forgetCodes(world.context())).toBe(5_100);
});
