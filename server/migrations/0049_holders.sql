-- Accounts and unsigned consents are found by their holders.
-- phase: expand
-- transaction: per step

-- step: accounts of a holder
-- A policy is evaluated before every operator that is not leakproof, and containment of arrays is none: in a statement of
-- portico_app, the index on holders is never used. The function reads as the owner of the table, and only the bank of the
-- transaction.
create or replace function ledger.accounts_of_holder(holder text) returns setof uuid
  language sql stable security definer rows 5 set search_path = pg_catalog set enable_seqscan = off as $$
  select a.account_id from ledger.account a where a.bank_id = platform.bank_id() and a.holders @> array[holder]
$$;
revoke execute on function ledger.accounts_of_holder from public;
grant execute on function ledger.accounts_of_holder to portico_app;

-- step: unsigned consents of a holder
create or replace function consents.unsigned_of_holder(holder text) returns setof uuid
  language sql stable security definer rows 5 set search_path = pg_catalog set enable_seqscan = off as $$
  select c.consent_id from consents.consent c
   where c.bank_id = platform.bank_id() and c.owner is null and c.holders @> array[holder]
$$;
revoke execute on function consents.unsigned_of_holder from public;
grant execute on function consents.unsigned_of_holder to portico_app;

-- step: every read of such an index first reads the list of new rows, which grows until the next vacuum
alter index ledger.account_holders set (fastupdate = off);

-- step: the same for unsigned consents
alter index consents.consent_of_holder set (fastupdate = off);
