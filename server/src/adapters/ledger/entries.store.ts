import type { Temporal } from 'temporal-polyfill';
import { plainStatement } from '#platform/db/statement.ts';

export const insertEntry = plainStatement(
  `insert into ledger.journal_entry (bank_id, entry_id, kind, instruction_id, booked_at)
   values ($1, $2, $3, $4, $5)`,
  'write',
);

/**
 * The postings of an entry, in one statement. An entry that was decided before midnight and waited for its accounts while
 * another one was booked on the next day is booked on that day too: days and numbers of an account have one order, and the
 * balance after its last entry of a day is that of the end of the day (ADR 0091).
 */
export const insertPostings = plainStatement(
  `insert into ledger.posting (bank_id, posting_no, entry_id, booking_date, instruction_id, account_id, currency, slot,
     amount, balance_after, value_date, hold_id, details)
   select $1, nextval('ledger.posting_no'), $2,
          $3::date + (exists (
            select from unnest($5::uuid[], $6::text[], $9::bigint[]) as own (account_id, currency, balance_after)
              join lateral (
                select from ledger.posting l
                 where l.bank_id = $1 and l.account_id = own.account_id and l.currency = own.currency
                   and l.booking_date = $3::date + 1 limit 1) as later on true
             where own.balance_after is not null))::integer,
          $4, p.account_id, p.currency, p.slot, p.amount, p.balance_after,
          p.value_date, p.hold_id, p.details::jsonb
     from unnest($5::uuid[], $6::text[], $7::integer[], $8::bigint[], $9::bigint[], $10::date[], $11::uuid[],
                 $12::text[])
       with ordinality as p (account_id, currency, slot, amount, balance_after, value_date, hold_id, details, place)
    order by p.place`,
  'write',
);

export const insertHold = plainStatement(
  `insert into ledger.hold (bank_id, hold_id, account_id, currency, amount, state, details, instruction_id, created_at)
   values ($1, $2, $3, $4, $5, 'open', $6, $7, $8)`,
  'write',
);

/** Not `state = 'open'`: while statistics know no open hold, the planner would read the index of all open ones. */
const isOpen = "coalesce(h.state, '') = 'open'";

export const releaseHold = plainStatement(
  `update ledger.hold h set state = 'released' where bank_id = $1 and hold_id = $2 and ${isOpen}`,
  'write',
);

/** Links a hold with the entry that it was booked as, which stands in the same transaction. */
export const bookHold = plainStatement(
  `update ledger.hold h set state = 'booked', booked_reference = p.posting_no
     from ledger.posting p
    where h.bank_id = $1 and h.hold_id = $2 and ${isOpen}
      and p.bank_id = $1 and p.entry_id = $3 and p.hold_id = $2`,
  'write',
);

export interface HoldRow {
  readonly hold_id: string;
  readonly hold_no: bigint;
  readonly account_id: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly state: string;
  readonly details: unknown;
  readonly instruction_id: string | null;
  readonly booked_reference: bigint | null;
}

const holdColumns =
  'hold_id, hold_no, account_id, currency, amount, state, details, instruction_id, booked_reference';

export const findHold = plainStatement<HoldRow>(
  `select ${holdColumns} from ledger.hold where bank_id = $1 and hold_id = $2`,
);

/** Open holds of an account before a position, newest first. */
export const listHolds = plainStatement<HoldRow>(
  `select ${holdColumns} from ledger.hold
    where bank_id = $1 and account_id = $2 and state = 'open' and ($3::text is null or currency = $3)
      and hold_no < $4
    order by hold_no desc limit $5`,
);

export interface PostingRow {
  readonly posting_no: bigint;
  readonly account_id: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly balance_after: bigint | null;
  readonly booking_date: Temporal.PlainDate;
  readonly value_date: Temporal.PlainDate;
  readonly hold_id: string | null;
  readonly instruction_id: string | null;
  readonly details: unknown;
}

const postingColumns = `posting_no, account_id, currency, amount, balance_after, booking_date, value_date, hold_id,
          instruction_id, details`;

export const findPosting = plainStatement<PostingRow>(
  `select ${postingColumns} from ledger.posting where bank_id = $1 and posting_no = $2 and account_id = $3`,
);

/**
 * Booked entries between two positions, newest first. Each currency is read along the index by itself, so a page costs
 * the same however many entries there are, and whichever currencies they have.
 */
export const listPostings = plainStatement<PostingRow>(
  `select p.* from ledger.account a cross join unnest(a.currencies) as c (currency) cross join lateral (
     select ${postingColumns} from ledger.posting
      where bank_id = $1 and account_id = $2 and currency = c.currency
        and (booking_date, posting_no) < ($4::date, $5::bigint)
        and (booking_date, posting_no) > ($6::date, $7::bigint)
      order by booking_date desc, posting_no desc limit $8) p
    where a.bank_id = $1 and a.account_id = $2 and a.owner is not null and ($3::text is null or c.currency = $3)
    order by p.booking_date desc, p.posting_no desc limit $8`,
);
