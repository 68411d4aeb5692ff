import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { fakeEventPublisher } from '#platform/testing/fake-event-publisher.ts';
import { createWorkHarness, type WorkHarness } from '#platform/testing/work-harness.ts';
import { createFanOut } from './fan-out.ts';
import { createOutboxRelay } from './outbox-relay.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const backlog = 20_000;
const batch = 500;

let harness: WorkHarness;
let meter: BufferMeter;

// Events and entries of one month, over 30 daily partitions and one monthly one.
beforeAll(async () => {
  harness = await createWorkHarness();
  await harness.database.query(
    `do $$ begin
       for day in 0..29 loop
         perform platform.create_partition('outbox_event', date '2026-10-01' + day, date '2026-10-02' + day);
       end loop;
       for month in 1..12 loop
         perform platform.create_partition('audit_entry', make_date(2026, month, 1),
           (make_date(2026, month, 1) + interval '1 month')::date);
       end loop;
     end $$`,
  );
  await harness.database.query(
    `insert into platform.outbox_event (bank_id, event_id, occurred_at, name, version, source, aggregate_kind,
       aggregate_id, actor_kind, actor_id, data, sequence, relayed_at)
     select '01', gen_random_uuid(), at, 'step-taken', 1, '/test', 'walk', n::text, 'system', 'test', '{}', 1, at
       from (select n, timestamptz '2026-10-01T00:00:00.000001Z' + n * interval '2 minutes' as at
               from generate_series(1, ${backlog}) as n) as events`,
  );
  await harness.database.query(
    `insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
     select '01', gen_random_uuid(), timestamptz '2026-01-01T00:00:00Z' + n * interval '20 minutes', 'test', 'walk',
            n::text, '{}' from generate_series(1, ${backlog}) as n`,
  );
  await harness.database.query('analyze');
  meter = await openBufferMeter(harness.database.workerUrl, '01');
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await harness[Symbol.asyncDispose]();
});

test.each(modes)('the fan-out reads one batch of a long backlog, by a %s', async (mode) => {
  const { clock, log } = harness;
  const { buffers, rows } = await meter.costOf(mode, ({ query }) =>
    createFanOut({
      database: { ...harness.worker, query },
      clock,
      log,
      publisher: fakeEventPublisher(),
    }).publishOnce(),
  );
  expect(rows).toBe(batch);
  // A page for each partition, and the pages of the batch.
  expect(buffers).toBeLessThan(200);
});

const mark = plainStatement(
  'select platform.mark_published($1::text[], $2::uuid[], $3::timestamptz[], $4)',
  'write',
);

test.each(modes)('marking a batch as published finds each event by its key, by a %s', async (mode) => {
  const events = await harness.database.query<{ bank_id: string; event_id: string; at: string }>(
    `select bank_id, event_id, occurred_at::text as at from platform.outbox_event order by position limit ${batch}`,
  );
  const { buffers } = await meter.costOf(mode, (database) =>
    database.flush([
      mark([
        events.map(({ bank_id: bankId }) => bankId),
        events.map(({ event_id: eventId }) => eventId),
        events.map(({ at }) => at),
        harness.clock.now(),
      ]),
    ]),
  );
  expect(buffers).toBeLessThan(batch * 20);
});

const number = plainStatement(
  'select platform.number_audit_entries($1, $2::uuid[], $3::timestamptz[], $4::bigint[], $5::text[])',
  'write',
);

test.each(modes)('numbering entries reads the partitions of their time, by a %s', async (mode) => {
  const count = 1_000;
  const entries = await harness.database.query<{ audit_id: string; at: string }>(
    `select audit_id, occurred_at::text as at from platform.audit_entry order by occurred_at limit ${count}`,
  );
  const { buffers } = await meter.costOf(mode, (database) =>
    database.flush([
      number([
        '01',
        entries.map(({ audit_id: auditId }) => auditId),
        entries.map(({ at }) => at),
        entries.map((_, index) => BigInt(index + 1)),
        entries.map(() => '00'.repeat(32)),
      ]),
    ]),
  );
  expect(buffers).toBeLessThan(count * 25);
});

test('marks exactly the published events, although their times have microseconds', async () => {
  const { clock, log } = harness;
  const publisher = fakeEventPublisher();
  const fanOut = createFanOut({ database: harness.worker, clock, log, publisher });
  expect(await fanOut.publishOnce()).toBe(batch);
  const marked = await harness.database.query<{ event_id: string }>(
    'select event_id from platform.outbox_event where published_at is not null order by position',
  );
  expect(marked.map(({ event_id: eventId }) => eventId)).toEqual(publisher.accepted.map(({ id }) => id));
});

test('the order of positions is the order of the numbers after an event that committed late', async () => {
  const subscriptions = new Map<string, readonly string[]>();
  const relay = createOutboxRelay({
    database: harness.worker,
    clock: harness.clock,
    subscriptions,
    fanOut: 'on',
  });
  await harness.runStep('late', 1);
  await harness.runStep('late', 2);
  // The first event is hidden until the second one is relayed, as if its command had not committed.
  const hide = (is: boolean): Promise<unknown> =>
    harness.database.query(
      `update platform.outbox_event set relayed_at = $1 where aggregate_id = 'late' and data like '%1%'`,
      [is ? '2026-11-15T10:00:00Z' : null],
    );
  await hide(true);
  expect(await relay.relayOnce()).toBe(1);
  await hide(false);
  expect(await relay.relayOnce()).toBe(1);
  const rows = await harness.database.query<{ sequence: string; data: string }>(
    `select sequence, data from platform.outbox_event where aggregate_id = 'late' order by position`,
  );
  expect(rows.map(({ data, sequence }) => [Number(sequence), data])).toEqual([
    [1, '{"step":2}'],
    [2, '{"step":1}'],
  ]);
});
