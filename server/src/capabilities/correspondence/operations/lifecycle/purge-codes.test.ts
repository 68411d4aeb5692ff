import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import { fillHistory } from '../../testing/delivery-backlog.suite.ts';
import { initiate } from '../../testing/delivery-steps.suite.ts';
import { purgeCodes } from './purge-codes.ts';

let app: CorrespondenceTestApp;

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('the record that a code was sent is purged after two years, and nothing else', async () => {
  app.clock.set('2027-03-03T10:00:00Z');
  const customer = await app.person();
  await initiate(app, customer, { 'message-kind': 'one-time-password' });
  const notice = await initiate(app, customer);
  app.clock.set('2029-03-03T09:59:59Z');
  expect(await purgeCodes(app.context())).toBe(0);
  app.clock.set('2029-03-03T10:00:01Z');
  expect(await purgeCodes(app.context())).toBe(1);
  const rows = await app.database.query(`select communication_id from correspondence.communication`);
  expect(rows).toEqual([{ communication_id: notice }]);
});

test('more rows than one transaction deletes are purged in one night', async () => {
  await fillHistory(app.database, { bankId: '01', count: 5_100, messageKind: 'one-time-password' });
  expect(await purgeCodes(app.context())).toBe(5_100);
});

test('the numbers of events are retired with the messages, and stay for events that are not numbered yet', async () => {
  await fillHistory(app.database, { bankId: '01', count: 300, messageKind: 'one-time-password' });
  await app.database.query(`truncate platform.event_sequence`);
  await app.database.query(
    `insert into platform.event_sequence (bank_id, aggregate_kind, aggregate_id, last_sequence)
     select bank_id, kind, communication_id::text, 3
       from correspondence.communication, unnest(array['communication', 'other']) as kind
      where message_kind = 'one-time-password'`,
  );
  expect(await purgeCodes(app.context())).toBe(300);
  const left = await app.database.query(
    `select aggregate_kind, count(*)::int, count(retired_at)::int as retired
       from platform.event_sequence group by aggregate_kind order by aggregate_kind`,
  );
  expect(left).toEqual([
    { aggregate_kind: 'communication', count: 300, retired: 300 },
    { aggregate_kind: 'other', count: 300, retired: 0 },
  ]);
});
