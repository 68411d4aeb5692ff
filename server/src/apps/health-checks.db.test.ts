import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { createMetrics, type Metrics } from '#platform/log/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { maintainPartitions } from '#platform/work/partitions.ts';
import { type Check, databaseCheck, partitionCheck, workChecks } from './health-checks.ts';

const clock = fakeClock('2026-11-15T10:00:00Z');
let database: TestDatabase;
let metrics: Metrics;
beforeAll(async () => {
  database = await createTestDatabase();
  metrics = createMetrics({ operationIds: [], jobKinds: [], bankIds: ['01'] });
});
afterAll(async () => {
  metrics.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(() => database.empty('platform.outbox_event', 'platform.inbox_event', 'platform.audit_entry'));

const event = (occurredAt: string, relayedAt: string | null = null): Promise<unknown> =>
  database.query(
    `insert into platform.outbox_event (bank_id, event_id, occurred_at, name, version, source, aggregate_kind,
       aggregate_id, actor_kind, actor_id, data, relayed_at)
     values ('01', gen_random_uuid(), $1, 'n', 1, 's', 'k', 'i', 'a', 'b', '{}', $2)`,
    [occurredAt, relayedAt],
  );
const eventHandler = (state: string): Promise<unknown> =>
  database.query(
    `insert into platform.inbox_event (bank_id, consumer, event_id, aggregate_kind, aggregate_id, sequence, event, state,
       created_at) values ('01', 'c', gen_random_uuid(), 'k', 'i', 1, '{}', $1, now())`,
    [state],
  );

const outbox = (): Check => {
  const [check] = workChecks({ database: database.app, clock, metrics });
  if (check === undefined) throw new Error('no check of the work');
  return check;
};

test('a database that responds passes', async () => {
  expect(await databaseCheck(database.app).run()).toMatchObject({ state: 'pass' });
});

describe('follow-up work', () => {
  test('is on time if nothing waits, or not for long', async () => {
    expect(await outbox().run()).toMatchObject({ state: 'pass' });
    await event('2026-11-15T09:59:00Z');
    expect(await outbox().run()).toMatchObject({ state: 'pass' });
  });

  test('is late if the oldest event has waited for more than a minute', async () => {
    await event('2026-11-15T09:58:59Z');
    expect(await outbox().run()).toMatchObject({ state: 'warn', effect: expect.stringContaining('late') });
  });

  test('is not late for events that were relayed', async () => {
    await event('2026-11-15T08:00:00Z', '2026-11-15T08:00:01Z');
    expect(await outbox().run()).toMatchObject({ state: 'pass' });
  });

  test('needs an operator if there is a dead letter', async () => {
    await eventHandler('dead');
    expect(await outbox().run()).toMatchObject({
      state: 'warn',
      effect: expect.stringContaining('operator'),
    });
  });

  test('never makes the instance unready', () => {
    expect(outbox().isVital).toBe(false);
  });

  test('is measured by the check', async () => {
    await event('2026-11-15T09:59:30Z');
    await event('2026-11-15T09:59:40Z');
    await eventHandler('dead');
    await outbox().run();
    const text = await metrics.render();
    expect(text).toMatch(/outbox_oldest\w* 30\b/);
    expect(text).toMatch(/outbox_backlog\w* 2\b/);
    expect(text).toMatch(/dead_letters\w* 1\b/);
  });
});

describe('the event stream', () => {
  const fanOut = (state: 'connected' | 'disconnected'): Check => {
    const checks = workChecks({ database: database.app, clock, metrics, publisherState: () => state });
    const check = checks.find(({ name }) => name === 'fan-out');
    if (check === undefined) throw new Error('no check of the fan-out');
    return check;
  };

  test('passes if nothing waits for it, or not for long', async () => {
    await event('2026-11-15T09:59:00Z', '2026-11-15T09:59:01Z');
    expect(await fanOut('connected').run()).toMatchObject({ state: 'pass' });
    expect(fanOut('connected').isVital).toBe(false);
  });

  test('warns if the broker is disconnected', async () => {
    expect(await fanOut('disconnected').run()).toMatchObject({ state: 'warn' });
  });

  test('warns if the broker responds and still stores nothing, and the age is measured', async () => {
    await event('2026-11-15T09:58:30Z', '2026-11-15T09:58:31Z');
    expect(await fanOut('connected').run()).toMatchObject({
      state: 'warn',
      effect: expect.stringContaining('does not store'),
    });
    const text = await metrics.render();
    expect(text).toMatch(/unpublished_oldest_seconds 90\b/);
    expect(text).toMatch(/unpublished_backlog 1\b/);
  });

  test('is not checked if no broker is configured', () => {
    const names = workChecks({ database: database.app, clock, metrics }).map(({ name }) => name);
    expect(names).toEqual(['outbox']);
  });
});

describe('partitions', () => {
  test('for the days ahead pass, warn if fewer than three days are left, and warn about default rows', async () => {
    await using worker = openDatabase({ url: database.workerUrl, poolSize: 1 });
    const later = fakeClock('2041-03-10T10:00:00Z');
    const check = partitionCheck(worker, later, metrics);
    expect(check.isVital).toBe(false);
    expect(await check.run()).toMatchObject({
      state: 'warn',
      effect: expect.stringContaining('days ahead are missing'),
    });
    while ((await maintainPartitions(worker, later).catch(() => 1)) > 0);
    expect(await check.run()).toMatchObject({ state: 'pass' });
    later.advance({ days: 4 });
    expect(await check.run()).toMatchObject({ state: 'pass' });
    expect(await metrics.render()).toMatch(/partition_days_ahead\{table="outbox_event"\} 3\.58/);
    later.advance({ days: 1 });
    expect(await check.run()).toMatchObject({
      state: 'warn',
      effect: expect.stringContaining('days ahead are missing'),
    });
    await event('2041-05-01T00:00:00Z');
    expect(await check.run()).toMatchObject({
      state: 'warn',
      effect: expect.stringContaining('default partition contains rows'),
    });
    expect(await metrics.render()).toMatch(/default_partition_rows\{table="outbox_event"\} 1\b/);
  });
});
