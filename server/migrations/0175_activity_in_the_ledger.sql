-- The ledger reports on which day a customer was last active.
-- phase: expand
-- transaction: per step

-- step: the last day on which money of a customer left an account by an order or a card
create table if not exists ledger.customer_activity (
  bank_id text not null,
  customer_number text collate "C" not null,
  last_on date not null,
  constraint customer_activity_pkey primary key (bank_id, customer_number)
) with (fillfactor = 80);
alter table ledger.customer_activity enable row level security;
alter table ledger.customer_activity force row level security;
drop policy if exists tenant on ledger.customer_activity;
create policy tenant on ledger.customer_activity to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
drop policy if exists owner on ledger.customer_activity;
create policy owner on ledger.customer_activity to current_user using (true);
grant select, insert, update on ledger.customer_activity to portico_app;

-- step: changes of customers, beside those of instructions and accounts
-- the earlier release reads such a row, finds no instruction and skips it
-- squawk-ignore ban-drop-not-null
alter table ledger.change alter column subject_id drop not null;
alter table ledger.change add column if not exists customer_number text collate "C";
alter table ledger.change drop constraint if exists change_kind;
alter table ledger.change add constraint change_kind check (
  case kind when 'customer' then customer_number is not null and subject_id is null
            when 'instruction' then subject_id is not null and customer_number is null
            when 'account' then subject_id is not null and customer_number is null
            else false end) not valid;
