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
export const lockClosing = plainStatement(
  "select pg_advisory_xact_lock(hashtextextended('ledger day end ' || $1, 0))",
  'lock',
);

/** The balance of a day is the present one without what was booked later. */
const insertDayBalances = plainStatement(
  `insert into ledger.day_balance (bank_id, account_id, currency, day, booked)
   select b.bank_id, b.account_id, b.currency, $2::date, b.booked - coalesce(later.amount, 0)
     from ledger.account a
     join ledger.balance b on b.bank_id = a.bank_id and b.account_id = a.account_id and b.slot = 0
     left join lateral (
       select sum(p.amount)::bigint as amount from ledger.posting p
        where p.bank_id = b.bank_id and p.account_id = b.account_id and p.currency = b.currency
          and p.booking_date > $2::date) later on true
    where a.bank_id = $1 and a.owner is not null and a.opened_on <= $2::date`,
  'write',
);

const insertClosedDay = plainStatement(
  'insert into ledger.closed_day (bank_id, day, closed_at) values ($1, $2, $3)',
  'write',
);

/** An entry that was decided before midnight may be saved a little after it; no day is closed before this. */
const graceMinutes = 5;

/**
 * Closes the days that are over: writes the balance of every account at the end of each of them. Missed days are
 * closed too. Returns how many were closed.
 */
export async function closeDays(deps: LedgerDeps): Promise<number> {
  let closed = 0;
  while (await closeNext(deps)) closed += 1;
  return closed;
}

async function closeNext({ bankId, clock, database, rules }: LedgerDeps): Promise<boolean> {
  return inTransaction(database, bankId, async (transaction) => {
    await transaction.ask(lockClosing([bankId]));
    const [[last], [first]] = await transaction.ask(findLastClosed([bankId]), findFirstDay([bankId]));
    const day = last?.day?.add({ days: 1 }) ?? first?.day ?? undefined;
    const now = clock.now();
    const openDay = now.subtract({ minutes: graceMinutes }).toZonedDateTimeISO(rules.zone).toPlainDate();
    if (day === undefined || day.since(openDay).sign >= 0) return false;
    transaction.write(insertDayBalances([bankId, day]));
    transaction.write(insertClosedDay([bankId, day, now]));
    return true;
  });
}
