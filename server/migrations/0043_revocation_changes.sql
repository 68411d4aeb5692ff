-- Processes read the revocations that are new, not all that hold.
-- phase: expand
-- transaction: per step

-- step: record the transaction that changes a revocation
-- A process remembers the oldest transaction that was open when it read. What it has not seen was written by that one or a
-- later one. Rows from before have no transaction: every process reads all rows when it starts.
create or replace function oauth.set_changed_by() returns trigger language plpgsql as $$
begin
  new.changed_by := pg_current_xact_id()::text::bigint;
  return new;
end $$;

-- step: the column and the trigger
alter table oauth.revocation add column if not exists changed_by bigint;
create or replace trigger revocation_changed_by before insert or update on oauth.revocation
  for each row execute function oauth.set_changed_by();

-- step: what is new
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists revocation_changed_by on oauth.revocation (bank_id, changed_by);

-- step: what is deleted by age
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists revocation_expires_at on oauth.revocation (expires_at, bank_id);
