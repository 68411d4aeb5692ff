import type { Temporal } from 'temporal-polyfill';
import { plainStatement } from '#platform/db/statement.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { inTransaction } from './transaction.ts';

const findLastClosed = plainStatement<{ readonly day: Temporal.PlainDate | null }>(
  'select max(day) as day from ledger.closed_day where bank_id = $1',
);

const findFirstDay = plainStatement<{ readonly day: Temporal.PlainDate | null }>(
  'select min(opened_on) as day from ledger.account where bank_id = $1 and owner is not null',
);

/** Only one process closes a day, and no day twice. */
const lockClosing = plainStatement(
  "select pg_advisory_xact_lock(hashtextextended('ledger day end ' || $1, 0))",
  'lock',
);

const insertClosedDays = plainStatement(
  `insert into ledger.closed_day (bank_id, day, closed_at)
   select $1, d.day::date, $4 from generate_series($2::date, $3::date, interval '1 day') as d (day)`,
  'write',
);

/** An entry that was decided before midnight may be saved a little after it; no day is closed before this. */
const graceMinutes = 5;

/**
 * Closes the days that are over, missed ones too, and returns how many. The balance at the end of a day follows from its
 * entries (ADR 0091), so that closing costs the same for every number of accounts.
 */
export async function closeDays({ bankId, clock, database, rules }: LedgerDeps): Promise<number> {
  return inTransaction(database, bankId, async (transaction) => {
    await transaction.ask(lockClosing([bankId]));
    const [[last], [first]] = await transaction.ask(findLastClosed([bankId]), findFirstDay([bankId]));
    const from = last?.day?.add({ days: 1 }) ?? first?.day ?? undefined;
    const now = clock.now();
    const openDay = now.subtract({ minutes: graceMinutes }).toZonedDateTimeISO(rules.zone).toPlainDate();
    if (from === undefined || from.since(openDay).sign >= 0) return 0;
    transaction.write(insertClosedDays([bankId, from, openDay.subtract({ days: 1 }), now]));
    return from.until(openDay).days;
  });
}
