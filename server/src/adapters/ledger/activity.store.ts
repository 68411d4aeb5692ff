import type { Temporal } from 'temporal-polyfill';
import type { CoreActivity } from '#capabilities/core-banking/index.ts';
import { plainStatement } from '#platform/db/statement.ts';

/**
 * Records that the holders of an account were active on a day, and the change that followers read. Writes nothing if they
 * were active on this day already, so that later payments of the day do not wait for each other.
 */
export const recordActivity = plainStatement(
  `with active as (
     insert into ledger.customer_activity as a (bank_id, customer_number, last_on)
       select $1, h.number, $3::date
         from ledger.account o cross join lateral (select distinct unnest(o.holders) as number) h
        where o.bank_id = $1 and o.account_id = $2
          and not exists (select from ledger.customer_activity k
                           where k.bank_id = $1 and k.customer_number = h.number and k.last_on >= $3::date)
        order by h.number
     on conflict (bank_id, customer_number) do update set last_on = excluded.last_on where a.last_on < excluded.last_on
     returning a.customer_number)
   insert into ledger.change (bank_id, kind, customer_number, changed_at)
   select $1, 'customer', customer_number, $4 from active`,
  'write',
);

interface ActivityRow {
  readonly customer_number: string;
  readonly last_on: Temporal.PlainDate;
}

export const findActivities = plainStatement<ActivityRow>(
  `select customer_number, last_on from ledger.customer_activity
    where bank_id = $1 and customer_number = any($2::text[])`,
);

export function activityOf({ customer_number, last_on }: ActivityRow): CoreActivity {
  return { customerNumber: customer_number, lastActiveOn: last_on };
}
