import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { createWorkHarness, stepTaken, type WorkHarness } from '#platform/testing/work-harness.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay.ts';

let harness: WorkHarness;
let relay: OutboxRelay;

beforeAll(async () => {
  harness = await createWorkHarness();
  relay = relayWith('on');
});
afterAll(() => harness[Symbol.asyncDispose]());

function relayWith(fanOut: 'on' | 'off', consumers: readonly string[] = ['one', 'two']): OutboxRelay {
  const subscriptions = new Map([[stepTaken.name, consumers]]);
  return createOutboxRelay({ database: harness.worker, clock: harness.clock, subscriptions, fanOut });
}

async function sequencesOf(aggregateId: string, bankId = '01'): Promise<readonly number[]> {
  const rows = await harness.database.query<{ sequence: number }>(
    `select sequence::int from platform.outbox_event
      where bank_id = $1 and aggregate_id = $2 order by position`,
    [bankId, aggregateId],
  );
  return rows.map(({ sequence }) => sequence);
}

test('numbers the events of each aggregate from one, without gaps, over several batches', async () => {
  for (const step of [1, 2, 3]) await harness.runStep('numbered', step);
  await harness.runStep('other', 1);
  expect(await relay.relayOnce()).toBe(4);
  for (const step of [4, 5]) await harness.runStep('numbered', step);
  expect(await relay.relayOnce()).toBe(2);
  expect(await relay.relayOnce()).toBe(0);
  expect(await sequencesOf('numbered')).toEqual([1, 2, 3, 4, 5]);
  expect(await sequencesOf('other')).toEqual([1]);
});

test('numbers the aggregates of each bank separately', async () => {
  await harness.runStep('shared-name', 1, '01');
  await harness.runStep('shared-name', 1, '02');
  await relay.relayOnce();
  expect(await sequencesOf('shared-name', '01')).toEqual([1]);
  expect(await sequencesOf('shared-name', '02')).toEqual([1]);
});

test('has no gaps when more than a batch was waiting', async () => {
  const steps = Array.from({ length: 1_100 }, (_, index) => index);
  for (const from of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const share = steps.filter((step) => step % 10 === from);
    await Promise.all(share.map((step) => harness.runStep('crowded', step)));
  }
  let relayed = 0;
  for (let many = 1; many > 0; relayed += many) many = await relay.relayOnce();
  expect(relayed).toBe(1_100);
  const numbers = (await sequencesOf('crowded')).toSorted((one, other) => one - other);
  expect(numbers).toEqual(steps.map((step) => step + 1));
});

test('writes one inbox row for each consumer and one job for each of their aggregates', async () => {
  for (const step of [1, 2]) await harness.runStep('reacted', step);
  await relay.relayOnce();
  const eventHandlers = await harness.database.query<{ consumer: string; sequence: string; state: string }>(
    `select consumer, sequence, state from platform.inbox_event
      where aggregate_id = 'reacted' order by consumer, sequence`,
  );
  expect(eventHandlers.map(({ consumer, sequence, state }) => [consumer, Number(sequence), state])).toEqual([
    ['one', 1, 'pending'],
    ['one', 2, 'pending'],
    ['two', 1, 'pending'],
    ['two', 2, 'pending'],
  ]);
  const jobs = await harness.database.query<{ key: string }>(
    `select key from graphile_worker.jobs where key like '%:reacted' order by key`,
  );
  expect(jobs.map(({ key }) => key)).toEqual(['01:one:walk:reacted', '01:two:walk:reacted']);
});

test('marks events as published without fan-out, and does nothing without consumers', async () => {
  await harness.runStep('unpublished', 1);
  expect(await relayWith('off', []).relayOnce()).toBe(1);
  const [row] = await harness.database.query<{ published: boolean; inbox_rows: number }>(
    `select published_at is not null as published,
            (select count(*)::int from platform.inbox_event where aggregate_id = 'unpublished') as inbox_rows
       from platform.outbox_event where aggregate_id = 'unpublished'`,
  );
  expect(row).toEqual({ published: true, inbox_rows: 0 });
});

test('leaves the work to another running relay', async () => {
  await harness.runStep('contended', 1);
  const other = await harness.worker.session();
  await other.flush([
    plainStatement('begin')([]),
    plainStatement('select pg_advisory_xact_lock(7206151922)')([]),
  ]);
  expect(await relay.relayOnce()).toBe(0);
  await other.flush([plainStatement('rollback')([])]);
  other.release('clean');
  expect(await relay.relayOnce()).toBe(1);
});

test('wakes an aggregate again when a worker locks its job at the same time', async () => {
  const key = '01:one:walk:snatched';
  await harness.runStep('snatched', 1);
  await relay.relayOnce();
  const runner = await harness.worker.session();
  await runner.flush([
    plainStatement('begin')([]),
    plainStatement(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-x' where key = $1`,
    )([key]),
  ]);
  await harness.runStep('snatched', 2);
  const relaying = relay.relayOnce();
  await vi.waitUntil(
    async () =>
      (
        await harness.database.query(
          `select 1 from pg_locks where not granted and locktype = 'transactionid'`,
        )
      ).length > 0,
  );
  await runner.flush([plainStatement('commit')([])]);
  runner.release('clean');
  expect(await relaying).toBe(1);
  const jobs = await harness.database.query(
    'select 1 from graphile_worker.jobs where key = $1 and locked_at is null',
    [key],
  );
  expect(jobs).toHaveLength(1);
});

test('numbers every event once although several relays run', async () => {
  const steps = Array.from({ length: 400 }, (_, index) => index + 1);
  let isOver = false;
  const relayOn = async (): Promise<void> => {
    while (!isOver) await relay.relayOnce();
  };
  const relays = Array.from({ length: 3 }, relayOn);
  for (const step of steps) await harness.runStep('eager', step);
  isOver = true;
  await Promise.all(relays);
  await relay.relayOnce();
  expect(await sequencesOf('eager')).toEqual(steps);
});
