import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { CronJob } from './jobs.ts';

/** Policy value `idempotency-retention`. */
const recordsRetainedHours = 24;
const inboxRetainedDays = 30;
/** Numbers of events stay this long after their aggregate was deleted. */
const sequencesRetainedDays = 3;
const deletedAtOnceMax = 10_000;

// Ordered by the first column of an index: without an order, a generic plan may read the whole table.
const deleteRecords = plainStatement(
  `
  delete from platform.idempotency_record where ctid = any (array(
    select ctid from platform.idempotency_record where created_at < $1 order by created_at limit ${deletedAtOnceMax}))`,
  'write',
);
const deleteEventHandlers = plainStatement(
  `
  delete from platform.inbox_event where ctid = any (array(
    select ctid from platform.inbox_event where settled_at < $1 order by settled_at limit ${deletedAtOnceMax}))`,
  'write',
);

// The events of the transaction that deleted an aggregate are numbered by now; a relay that is behind keeps all rows.
const deleteSequences = plainStatement(
  `
  delete from platform.event_sequence where ctid = any (array(
    select ctid from platform.event_sequence where retired_at < $1 order by retired_at limit ${deletedAtOnceMax}))
    and not exists (select from platform.outbox_event where relayed_at is null and occurred_at < $1)`,
  'write',
);

/** The platform's own scheduled jobs: delete old idempotency records, inbox rows and event numbers. */
export function housekeeping(worker: Pick<Database, 'flush'>, clock: Clock): readonly CronJob[] {
  return [
    {
      name: 'delete-idempotency-records',
      cron: '*/10 * * * *',
      run: () =>
        deleteUntilDone(
          worker,
          (before) => deleteRecords([before]),
          clock.now().subtract({ hours: recordsRetainedHours }),
        ),
    },
    {
      name: 'delete-inbox-rows',
      cron: '7 * * * *',
      run: () =>
        deleteUntilDone(
          worker,
          (before) => deleteEventHandlers([before]),
          clock.now().subtract({ hours: inboxRetainedDays * 24 }),
        ),
    },
    {
      name: 'delete-event-sequences',
      cron: '17 * * * *',
      run: () =>
        deleteUntilDone(
          worker,
          (before) => deleteSequences([before]),
          clock.now().subtract({ hours: sequencesRetainedDays * 24 }),
        ),
    },
  ];
}

async function deleteUntilDone(
  worker: Pick<Database, 'flush'>,
  statement: (before: Temporal.Instant) => ReturnType<typeof deleteRecords>,
  before: Temporal.Instant,
): Promise<void> {
  for (;;) {
    const [outcome] = await worker.flush([statement(before)]);
    if ((outcome?.rowCount ?? 0) < deletedAtOnceMax) return;
  }
}
