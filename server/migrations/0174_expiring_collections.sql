-- Open collections of an owner are listed by the index of owners, whatever the statistics say.
-- phase: expand
-- transaction: per step

-- step: the index of the sweep serves only statements that compare the end
-- A list that does not search by the end cannot use it; without the second condition the planner read all open collections of
-- the bank for one owner while statistics knew none.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signature_collection_ending
  on "authorization".signature_collection (expires_at, bank_id) where state = 'open' and expires_at is not null;

-- step: the index that it replaces
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists "authorization".signature_collection_expiring;
