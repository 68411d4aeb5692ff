import type { TestDatabase } from '../../server/src/platform/testing/database.ts';

/** Statements that each count a kind of error in a ledger; all of them must return zero. */
const checks: readonly string[] = [
  // Entries that do not sum to zero.
  `select count(*)::int as errors from (
     select from ledger.posting group by bank_id, entry_id, currency having sum(amount) <> 0) wrong`,
  // Balances that differ from the sum of their postings.
  `select count(*)::int as errors from ledger.balance b where booked <> coalesce((
     select sum(p.amount) from ledger.posting p where p.bank_id = b.bank_id and p.account_id = b.account_id
        and p.currency = b.currency and p.slot = b.slot), 0)`,
  // Reserved amounts that differ from the sum of the open holds.
  `select count(*)::int as errors from ledger.balance b where is_limited and held <> coalesce((
     select sum(h.amount) from ledger.hold h where h.bank_id = b.bank_id and h.account_id = b.account_id
        and h.currency = b.currency and h.state = 'open'), 0)`,
  // Accounts beyond their limit.
  'select count(*)::int as errors from ledger.balance where is_limited and booked - held < -credit_limit',
  // Instructions that were booked more or less often than their state says.
  `select count(*)::int as errors from ledger.instruction i where
     (select count(*) from ledger.journal_entry e where e.bank_id = i.bank_id and e.instruction_id = i.instruction_id)
       <> case i.state when 'settled' then 1 when 'returned' then 2 else 0 end`,
  // Running balances of an account that do not follow from each other.
  `select count(*)::int as errors from (
     select balance_after - amount as before,
            lag(balance_after, 1, 0) over (partition by bank_id, account_id, currency order by posting_no) as previous
       from ledger.posting where balance_after is not null) line where before <> previous`,
];

/** Returns how many rows of the ledger contradict each other. */
export async function countLedgerErrors(database: Pick<TestDatabase, 'query'>): Promise<number> {
  let errors = 0;
  for (const check of checks) {
    const [row] = await database.query<{ errors: number }>(check);
    if (row?.errors !== 0) console.log(`${row?.errors} errors: ${check}`);
    errors += row?.errors ?? 1;
  }
  return errors;
}
