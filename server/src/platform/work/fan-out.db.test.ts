import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setBank } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { type FakeEventPublisher, fakeEventPublisher } from '#platform/testing/fake-event-publisher.ts';
import { createWorkHarness, stepTaken, type WorkHarness } from '#platform/testing/work-harness.ts';
import { createFanOut, type FanOut } from './fan-out.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay.ts';

let harness: WorkHarness;
let relay: OutboxRelay;
let publisher: FakeEventPublisher;
let fanOut: FanOut;

beforeAll(async () => {
  harness = await createWorkHarness();
  relay = createOutboxRelay({
    database: harness.worker,
    clock: harness.clock,
    subscriptions: new Map(),
    fanOut: 'on',
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  publisher = fakeEventPublisher();
  fanOut = createFanOut({ database: harness.worker, clock: harness.clock, publisher, log: harness.log });
});

test('publishes each event once, as a CloudEvent', async () => {
  await harness.runStep('published', 7);
  await relay.relayOnce();
  expect(await fanOut.publishOnce()).toBe(1);
  expect(await fanOut.publishOnce()).toBe(0);
  expect(publisher.accepted).toEqual([
    expect.objectContaining({
      specversion: '1.0',
      type: stepTaken.name,
      source: '/test',
      subject: 'walk/published',
      bankid: '01',
      sequence: 1,
      time: '2026-11-15T10:00:00.000Z',
      actorkind: 'system',
      actorid: 'test',
      data: { step: 7 },
    }),
  ]);
});

test('publishes nothing without a number', async () => {
  await harness.runStep('unnumbered', 1);
  expect(await fanOut.publishOnce()).toBe(0);
  await relay.relayOnce();
  expect(await fanOut.publishOnce()).toBe(1);
});

test('waits while the broker is unavailable, and then publishes everything in order', async () => {
  publisher.setConnection('disconnected');
  for (const step of [1, 2, 3]) await harness.runStep('patient', step);
  await relay.relayOnce();
  expect(await fanOut.publishOnce()).toBe(0);
  publisher.setConnection('connected');
  expect(await fanOut.publishOnce()).toBe(3);
  expect(publisher.accepted.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test('publishes an event again after a crash between publishing and marking, and it is stored once', async () => {
  await harness.runStep('crashed', 1);
  await relay.relayOnce();
  await fanOut.publishOnce();
  await harness.database.query(
    `update platform.outbox_event set published_at = null where aggregate_id = 'crashed'`,
  );
  expect(await fanOut.publishOnce()).toBe(1);
  expect(publisher.accepted).toHaveLength(1);
});

test('publishes the others although an event cannot be parsed, and nothing of its aggregate', async () => {
  for (const step of [1, 2]) await harness.runStep('unreadable', step);
  await harness.runStep('readable', 1);
  await relay.relayOnce();
  await harness.database.query(
    `update platform.outbox_event set data = '{' where aggregate_id = 'unreadable' and sequence = 1`,
  );
  expect(await fanOut.publishOnce()).toBe(1);
  expect(publisher.accepted.map(({ subject }) => subject)).toEqual(['walk/readable']);
  await harness.database.query(
    `update platform.outbox_event set data = '{"step":1}' where aggregate_id = 'unreadable' and sequence = 1`,
  );
  expect(await fanOut.publishOnce()).toBe(2);
});

test('publishes no event without a sequence', async () => {
  await harness.runStep('unnumbered', 1);
  await relay.relayOnce();
  const setSequence = async (sequence: number | null): Promise<unknown> =>
    harness.database.query(
      `update platform.outbox_event set sequence = $1 where aggregate_id = 'unnumbered'`,
      [sequence],
    );
  await setSequence(null);
  expect(await fanOut.publishOnce()).toBe(0);
  await setSequence(1);
  expect(await fanOut.publishOnce()).toBe(1);
});

test('preserves the order of the numbers when the command that wrote first committed last', async () => {
  const slow = await harness.database.app.session();
  const insert = plainStatement(
    `insert into platform.outbox_event
       (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
     values ('01', gen_random_uuid(), $1, $2, 1, '/test', 'walk', 'overtaken', 'system', 'test', '{"step":1}')`,
  );
  await slow.flush([
    plainStatement('begin')([]),
    setBank(['01']),
    insert([harness.clock.now(), stepTaken.name]),
  ]);
  await harness.runStep('overtaken', 2);
  await relay.relayOnce();
  await slow.flush([plainStatement('commit')([])]);
  slow.release('clean');
  await relay.relayOnce();
  expect(await fanOut.publishOnce()).toBe(2);
  expect(publisher.accepted.map(({ sequence, data }) => [sequence, data])).toEqual([
    [1, { step: 2 }],
    [2, { step: 1 }],
  ]);
});
