import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { CronJob } from './jobs.ts';

/** Policy value `idempotency-retention`. */
const answersKeptHours = 24;
const reactionsKeptDays = 30;
const outboxKeptDays = 3;
const outboxDaysAhead = 7;
const auditMonthsAhead = 3;
const deletedAtOnceMax = 10_000;

const deleteAnswers = plainStatement(`
  delete from platform.idempotency_record where ctid = any (array(
    select ctid from platform.idempotency_record where created_at < $1 limit ${deletedAtOnceMax}))`);
const deleteReactions = plainStatement(`
  delete from platform.reaction where ctid = any (array(
    select ctid from platform.reaction where settled_at < $1 limit ${deletedAtOnceMax}))`);
/** Two workers that look at a table and then change it would each wait for the other; so one goes after the other. */
const takeTurn = plainStatement('select pg_advisory_xact_lock(7206151923)')([]);
const addPartition = plainStatement('select platform.add_partition($1, $2, $3)');
const dropTold = plainStatement('select platform.drop_told_partitions($1)');

/** The platform's own timed work: what is old goes, what will be needed is made in time. */
export function housekeeping(worker: Database, clock: Clock): readonly CronJob[] {
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
          (before) => deleteReactions([before]),
          clock.now().subtract({ hours: reactionsKeptDays * 24 }),
        ),
    },
    { name: 'keep-partitions', cron: '17 * * * *', run: () => keepPartitions(worker, clock) },
  ];
}

async function deleteUntilDone(
  worker: Database,
  statement: (before: Temporal.Instant) => ReturnType<typeof deleteAnswers>,
  before: Temporal.Instant,
): Promise<void> {
  for (;;) {
    const [outcome] = await worker.flush([statement(before)]);
    if ((outcome?.rowCount ?? 0) < deletedAtOnceMax) return;
  }
}

/** Days of the outbox and months of the audit trail, made before anything is written to them. */
export async function keepPartitions(worker: Database, clock: Clock): Promise<void> {
  const today = clock.today('UTC');
  for (let ahead = 0; ahead <= outboxDaysAhead; ahead += 1) {
    const day = today.add({ days: ahead });
    await worker.flush([takeTurn, addPartition(['outbox_event', day, day.add({ days: 1 })])]);
  }
  const month = today.with({ day: 1 });
  for (let ahead = 0; ahead <= auditMonthsAhead; ahead += 1) {
    const first = month.add({ months: ahead });
    await worker.flush([takeTurn, addPartition(['audit_entry', first, first.add({ months: 1 })])]);
  }
  await worker.flush([takeTurn, dropTold([today.subtract({ days: outboxKeptDays })])]);
}
