/** The statements of a transfer within the bank, for pgbench: what the ledger sends, in two round trips as well. */
export function bareTransfer(accounts: number): string {
  const id = (name: string): string => `('00000000-0000-7000-8000-' || lpad(:${name}::text, 12, '0'))::uuid`;
  const bban = "('B' || lpad(:creditor::text, 10, '0'))";
  const details = `'{"code": "PMNT-IRCT-ESCT", "name": "Ada Lovelace", "account": {"scheme": "bban", "id": "B0000000001"}, "endToEndId": "NOTPROVIDED", "remittance": "Invoice 4711"}'`;
  return `
\\set debtor random(1, ${accounts})
\\set creditor 1 + (:debtor + random(0, ${accounts - 2})) % ${accounts}
\\set instruction random(1, 1000000000000)
\\set entry random(1, 1000000000000)
\\startpipeline
begin;
select set_config('portico.bank_id', :bank::text, true);
select pg_advisory_xact_lock(hashtextextended('ledger instruction ' || :bank || ' ' || :instruction, 0));
with named as materialized (
  select account_id from ledger.account where bank_id = :bank::text and account_id = any(array[${id('debtor')}])
  union select account_id from ledger.account where bank_id = :bank::text and iban = null
  union select account_id from ledger.account where bank_id = :bank::text and bban = ${bban})
select b.account_id, b.currency, b.status, b.booked, b.held, b.credit_limit, a.kind, a.iban, a.bban
  from named n
  join ledger.account a on a.bank_id = :bank::text and a.account_id = n.account_id and a.owner is not null
  join ledger.balance b on b.bank_id = :bank::text and b.account_id = n.account_id
 order by b.account_id, b.currency for update of b;
select instruction_id, state, reason, execution_date, changed_at, product, debtor_account_id, currency, amount,
       creditor_scheme, creditor_account, creditor_name, creditor_agent, end_to_end_id, remittance, content_hash,
       due_at, hold_id
  from ledger.instruction where bank_id = :bank::text and instruction_id = ${id('instruction')};
select cancellation_id, outcome from ledger.cancellation
 where bank_id = :bank::text and instruction_id = ${id('instruction')};
\\endpipeline
\\startpipeline
insert into ledger.journal_entry (bank_id, entry_id, kind, instruction_id, booked_at)
values (:bank::text, ${id('entry')}, 'transfer', ${id('instruction')}, now());
insert into ledger.posting (bank_id, posting_no, entry_id, booking_date, instruction_id, account_id, currency, slot,
  amount, balance_after, value_date, hold_id, details)
select :bank::text, nextval('ledger.posting_no'), ${id('entry')}, current_date, ${id('instruction')}, p.account_id,
       'EUR', 0, p.amount, 0, current_date, null, ${details}::jsonb
  from unnest(array[${id('debtor')}, ${id('creditor')}], array[-1, 1]::bigint[]) as p (account_id, amount);
update ledger.balance b set booked = b.booked + c.booked, held = b.held + c.held, changed_at = now()
  from unnest(array[${id('debtor')}, ${id('creditor')}], array['EUR', 'EUR'], array[-1, 1]::bigint[],
              array[0, 0]::bigint[]) as c (account_id, currency, booked, held)
 where b.bank_id = :bank::text and b.account_id = c.account_id and b.currency = c.currency and b.slot = 0;
insert into ledger.instruction (bank_id, instruction_id, product, debtor_account_id, currency, amount, creditor_scheme,
  creditor_account, creditor_name, creditor_agent, end_to_end_id, remittance, content_hash, state, reason,
  execution_date, due_at, hold_id, created_at, changed_at)
values (:bank::text, ${id('instruction')}, 'instant-sepa-credit-transfers', ${id('debtor')}::text, 'EUR', 1, 'bban',
  ${bban}, 'Ada Lovelace', null, 'NOTPROVIDED', 'Invoice 4711', '\\\\x00112233445566778899aabbccddeeff', 'settled', null,
  current_date, null, null, now(), now());
insert into ledger.change (bank_id, kind, subject_id, changed_at)
values (:bank::text, 'instruction', ${id('instruction')}, now());
commit;
\\endpipeline
`;
}
