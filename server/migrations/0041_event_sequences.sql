-- Events are published in the order in which they were relayed; event numbers are deleted after their aggregate.
-- phase: expand
-- transaction: per step

-- step: what the relay and the fan-out of the worker may do
-- The relay gives each event a new position, so that the order of positions is the order of the numbers. A relay of the
-- previous release leaves positions as they are, and a fan-out of the previous release orders by number: both may run
-- beside the new ones.
grant usage, select on sequence platform.outbox_position to portico_worker;
grant update (position) on platform.outbox_event to portico_worker;

-- step: marking events as published, numbering audit entries
-- Functions, because of their settings: a join of many keys with a small partition may be planned as a scan of all
-- partitions. The range of times lets the server leave out the partitions that have none of the rows.
create or replace function platform.mark_published(banks text[], ids uuid[], times timestamptz[], at timestamptz)
  returns integer language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  first_at constant timestamptz := (select min(t) from unnest(times) as t);
  last_at constant timestamptz := (select max(t) from unnest(times) as t);
  marked integer;
begin
  update platform.outbox_event o set published_at = at
    from unnest(banks, ids, times) as p (bank_id, event_id, occurred_at)
   where o.bank_id = p.bank_id and o.event_id = p.event_id and o.occurred_at = p.occurred_at
     and o.occurred_at >= first_at and o.occurred_at <= last_at and o.published_at is null;
  get diagnostics marked = row_count;
  return marked;
end $$;
create or replace function platform.number_audit_entries(
  bank text, ids uuid[], times timestamptz[], numbers bigint[], hashes text[])
  returns integer language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  first_at constant timestamptz := (select min(t) from unnest(times) as t);
  last_at constant timestamptz := (select max(t) from unnest(times) as t);
  numbered integer;
begin
  -- By primary key alone: the index of entries without a number would be read once for each of them.
  update platform.audit_entry e set entry_no = l.entry_no, hash = decode(l.hash, 'hex')
    from unnest(ids, times, numbers, hashes) as l (audit_id, occurred_at, entry_no, hash)
   where e.bank_id = bank and e.audit_id = l.audit_id and e.occurred_at = l.occurred_at
     and e.occurred_at >= first_at and e.occurred_at <= last_at;
  get diagnostics numbered = row_count;
  return numbered;
end $$;
revoke execute on function platform.mark_published, platform.number_audit_entries from public;
grant execute on function platform.mark_published, platform.number_audit_entries to portico_worker;

-- step: when the aggregate was deleted
alter table platform.event_sequence add column if not exists retired_at timestamptz;

-- step: numbers of what is deleted
-- Numbers of an aggregate have no gaps, so its row stays as long as an event of it can follow. The transaction that deletes a
-- message may still publish an event of it, which the relay numbers later: the row is marked here, and deleted by the worker
-- days later. A trigger, so that every statement that deletes does it, those of the previous release too.
drop policy if exists owner on platform.event_sequence;
create policy owner on platform.event_sequence to current_user using (true);
create or replace function platform.retire_event_sequences() returns trigger
  language plpgsql security definer set search_path = pg_catalog
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  kind constant text := tg_argv[0];
  id_column constant text := tg_argv[1];
begin
  execute format(
    'update platform.event_sequence s set retired_at = now() from deleted_rows d
      where s.bank_id = d.bank_id and s.aggregate_kind = $1 and s.aggregate_id = d.%I::text', id_column)
    using kind;
  return null;
end $$;
revoke execute on function platform.retire_event_sequences from public;
grant delete on platform.event_sequence to portico_worker;

-- step: rows that the worker deletes
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists event_sequence_retired on platform.event_sequence (retired_at)
  where retired_at is not null;

-- step: retire numbers with communications
create or replace trigger communication_sequences after delete on correspondence.communication
  referencing old table as deleted_rows for each statement
  execute function platform.retire_event_sequences('communication', 'communication_id');

-- step: retire numbers with verifications
create or replace trigger otp_verification_sequences after delete on "authorization".otp_verification
  referencing old table as deleted_rows for each statement
  execute function platform.retire_event_sequences('verification', 'verification_id');

-- step: no statement of the product reads entries by aggregate; an index of partitions cannot be dropped concurrently
-- squawk-ignore require-concurrent-index-deletion
drop index if exists platform.audit_entry_aggregate;
