import { virtualShard } from '../../server/src/platform/kernel/ids.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { progress } from '../harness/report.ts';
import { cellBank } from './cell-customer.ts';
import { openingCents } from './fill-customers.ts';
import { yearProfile } from './year-profile.ts';

/** Card payments have this sum, and the salary that of all card payments: a month ends as it began. */
const paymentCents = 50_000;

/**
 * Inserts the entries of a year with both of their postings, month by month, and the balances of its month ends. The
 * other side of every entry is the equity of the bank, so that the ledger is in balance.
 */
export async function fillLedger(database: TestDatabase): Promise<void> {
  const { entriesPerMonth, months } = yearProfile;
  const [equity] = await database.query<{ account_id: string }>(
    `insert into ledger.account (bank_id, account_id, kind, product, currencies, holders, signing_mode, opened_on)
     select $1, gen_random_uuid(), kind, kind, '{}', '{}', 'any', '2025-01-01'
       from unnest(array['clearing', 'suspense', 'equity']) kind
     returning account_id, kind`,
    [cellBank],
  );
  const book = (values: readonly unknown[]): Promise<unknown> =>
    database.query(bookEntries, [cellBank, virtualShard(cellBank, 'ledger'), ...values]);
  if (equity === undefined) throw new Error('the ledger has no accounts of the bank');
  await book([0, months * monthDays + 1, openingCents, openingCents, 'opening', openingDetails]);
  const show = progress('entries', months * entriesPerMonth);
  for (let month = 0; month < months; month += 1) {
    for (let nth = 0; nth < entriesPerMonth; nth += 1) {
      const isSalary = nth === 0;
      const spent = (entriesPerMonth - 1 - nth) * paymentCents;
      const amount = isSalary ? (entriesPerMonth - 1) * paymentCents : -paymentCents;
      const daysAgo = (months - month) * monthDays - nth * Math.floor(monthDays / entriesPerMonth);
      const [kind, details] = isSalary ? ['deposit', salaryDetails] : ['card', cardDetails];
      await book([month * entriesPerMonth + nth + 1, daysAgo, amount, openingCents + spent, kind, details]);
      show(month * entriesPerMonth + nth + 1);
    }
  }
  await database.query(closeYear, [cellBank]);
}

const monthDays = 30;
const openingDetails = JSON.stringify({ code: 'PMNT-RCDT-ESCT' });
const salaryDetails = JSON.stringify({
  code: 'PMNT-RCDT-ESCT',
  name: 'Harbour Works GmbH',
  account: { id: 'DE02120300000000202051', scheme: 'iban' },
  remittance: 'Salary',
});
const cardDetails = JSON.stringify({
  code: 'PMNT-CCRD-POSD',
  merchant: { name: 'Market at the Harbour', town: 'Hamburg', categoryCode: '5411' },
});

/** One entry of every current account, at a time that differs between accounts. */
const bookEntries = `
with entry as materialized (
  select a.account_id, t.at,
         (lpad(to_hex((extract(epoch from t.at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex($2::int), 3, '0')
           || '8' || substr(md5(a.account_id::text || $3::int), 1, 15))::uuid as entry_id
    from ledger.account a,
         lateral (select now() - make_interval(days => $4::int)
                    - make_interval(secs => abs(hashtext(a.account_id::text)) % 80000) as at) t
   where a.bank_id = $1 and a.kind = 'current'),
journal as (
  insert into ledger.journal_entry (bank_id, entry_id, kind, booked_at)
  select $1, entry_id, $7, at from entry)
insert into ledger.posting (bank_id, account_id, currency, posting_no, entry_id, slot, amount, balance_after,
  booking_date, value_date, details)
select $1, leg.account_id, 'EUR', nextval('ledger.posting_no'), e.entry_id, leg.slot, leg.amount, leg.balance_after,
       e.at::date, e.at::date, leg.details
  from entry e,
       lateral (values (e.account_id, 0, $5::bigint, $6::bigint, $8::jsonb),
                       ((select account_id from ledger.account where bank_id = $1 and kind = 'equity'),
                        abs(hashtext(e.entry_id::text)) % 64, -$5::bigint, null, jsonb_build_object('code', $8::jsonb -> 'code')))
         as leg (account_id, slot, amount, balance_after, details)`;

/** The equity, and the mark that every day until yesterday is closed. */
const closeYear = `
with equity as (
  insert into ledger.balance (bank_id, account_id, currency, slot, is_limited, status, booked, held, credit_limit, changed_at)
  select $1, p.account_id, 'EUR', p.slot, false, 'open', sum(p.amount), 0, 0, now()
    from ledger.posting p join ledger.account a on a.bank_id = p.bank_id and a.account_id = p.account_id
   where p.bank_id = $1 and a.kind = 'equity' group by p.account_id, p.slot)
insert into ledger.closed_day (bank_id, day, closed_at) values ($1, (now() - interval '1 day')::date, now())`;
