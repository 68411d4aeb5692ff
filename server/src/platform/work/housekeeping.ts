import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { CronJob } from './jobs.ts';

/** Policy value `idempotency-retention`. */
const answersKeptHours = 24;
const reactionsKeptDays = 30;
const deletedAtOnceMax = 10_000;

// Ordered by the time that an index begins with: without an order, a plan for all values may read the whole table.
const deleteAnswers = plainStatement(
  `
  delete from platform.idempotency_record where ctid = any (array(
    select ctid from platform.idempotency_record where created_at < $1 order by created_at limit ${deletedAtOnceMax}))`,
  'write',
);
const deleteEventHandlers = plainStatement(
  `
  delete from platform.reaction where ctid = any (array(
    select ctid from platform.reaction where settled_at < $1 order by settled_at limit ${deletedAtOnceMax}))`,
  'write',
);

/** The platform's own timed work: deletes old answers and reactions. */
export function housekeeping(worker: Pick<Database, 'flush'>, clock: Clock): readonly CronJob[] {
  return [
    {
      name: 'forget-answers',
      cron: '*/10 * * * *',
      run: () =>
        deleteUntilDone(
          worker,
          (before) => deleteAnswers([before]),
          clock.now().subtract({ hours: answersKeptHours }),
        ),
    },
    {
      name: 'forget-reactions',
      cron: '7 * * * *',
      run: () =>
        deleteUntilDone(
          worker,
          (before) => deleteEventHandlers([before]),
          clock.now().subtract({ hours: reactionsKeptDays * 24 }),
        ),
    },
  ];
}

async function deleteUntilDone(
  worker: Pick<Database, 'flush'>,
  statement: (before: Temporal.Instant) => ReturnType<typeof deleteAnswers>,
  before: Temporal.Instant,
): Promise<void> {
  for (;;) {
    const [outcome] = await worker.flush([statement(before)]);
    if ((outcome?.rowCount ?? 0) < deletedAtOnceMax) return;
  }
}
