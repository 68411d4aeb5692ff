import type { Temporal } from 'temporal-polyfill';
import { plainStatement } from '#platform/db/statement.ts';
import { lockClosing } from './close-days.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { inTransaction } from './transaction.ts';

const countClosed = plainStatement<{ readonly count: bigint }>(
  'select count(*) as count from ledger.closed_day where bank_id = $1',
);

/** Sums the entries of each day from the first one on; a day without entries repeats the day before. */
const insertAllDayBalances = plainStatement(
  `insert into ledger.day_balance (bank_id, account_id, currency, day, booked)
   select b.bank_id, b.account_id, b.currency, d.day::date,
          sum(coalesce(p.amount, 0)) over (partition by b.account_id, b.currency order by d.day)::bigint
     from ledger.account a
     join ledger.balance b on b.bank_id = a.bank_id and b.account_id = a.account_id and b.slot = 0
    cross join lateral generate_series(a.opened_on, $2::date, interval '1 day') as d (day)
     left join (
       select account_id, currency, booking_date, sum(amount)::bigint as amount from ledger.posting
        where bank_id = $1 group by account_id, currency, booking_date) p
       on p.account_id = b.account_id and p.currency = b.currency and p.booking_date = d.day::date
    where a.bank_id = $1 and a.owner is not null`,
  'write',
);

const insertAllClosedDays = plainStatement(
  `insert into ledger.closed_day (bank_id, day, closed_at)
   select $1, d.day::date, $3 from ledger.account a
    cross join lateral generate_series(a.opened_on, $2::date, interval '1 day') as d (day)
    where a.bank_id = $1 and a.owner is not null
    group by d.day`,
  'write',
);

/**
 * Closes all days up to one at once, in a ledger that has closed none: `closeDays` does the same day by day and takes
 * minutes for a history of years. Returns whether it did.
 */
export async function closePastDays(
  { bankId, clock, database }: LedgerDeps,
  lastDay: Temporal.PlainDate,
): Promise<boolean> {
  return inTransaction(database, bankId, async (transaction) => {
    await transaction.ask(lockClosing([bankId]));
    const [[closed]] = await transaction.ask(countClosed([bankId]));
    if (closed === undefined || closed.count > 0n) return false;
    transaction.write(insertAllDayBalances([bankId, lastDay]));
    transaction.write(insertAllClosedDays([bankId, lastDay, clock.now()]));
    return true;
  });
}
