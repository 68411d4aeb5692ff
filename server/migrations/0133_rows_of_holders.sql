-- Accounts and unsigned consents of a holder are found by the index on holders alone, whatever the statistics say.
-- phase: expand
-- transaction: per step

-- step: the owner of the table reads accounts in the function below, also where it is no superuser
drop policy if exists owner on ledger.account;
create policy owner on ledger.account to current_user using (true);

-- step: accounts of a holder
-- Without statistics the planner took the primary key, and read every account of the bank. An expression over the bank leaves
-- no index but the one on holders.
create or replace function ledger.accounts_of_holder(holder text) returns setof uuid
  language sql stable security definer rows 5 set search_path = pg_catalog set enable_seqscan = off as $$
  select a.account_id from ledger.account a where a.bank_id || '' = platform.bank_id() and a.holders @> array[holder]
$$;

-- step: unsigned consents of a holder
create or replace function consents.unsigned_of_holder(holder text) returns setof uuid
  language sql stable security definer rows 5 set search_path = pg_catalog set enable_seqscan = off as $$
  select c.consent_id from consents.consent c
   where c.bank_id || '' = platform.bank_id() and c.owner is null and c.holders @> array[holder]
$$;

-- step: unsigned consents to confirmations of funds of a holder
create or replace function funds_confirmations.unsigned_of_holder(holder text) returns setof uuid
  language sql stable security definer rows 5 set search_path = pg_catalog set enable_seqscan = off as $$
  select c.consent_id from funds_confirmations.consent c
   where c.bank_id || '' = platform.bank_id() and c.owner is null and c.holders @> array[holder]
$$;
