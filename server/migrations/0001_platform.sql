-- The platform: who may do what, and the tables every command writes to.
-- phase: expand

-- Roles are shared by all databases of a cluster, so another database may have made them already.
do $$ begin
  create role portico_app login nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  create role portico_worker login nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

revoke create on schema public from public;
create schema platform;
grant usage on schema platform to portico_app, portico_worker;

-- Job tables belong to the worker; their own migrations run under its name.
do $$ begin execute format('grant create on database %I to portico_worker', current_database()); end $$;

-- The bank of the current transaction. Raises when unset: after a local setting has ended it is '' and not null,
-- and a policy that compared with it would silently show nothing.
create function platform.bank_id() returns text language plpgsql stable parallel safe as $$
declare
  current_bank text := current_setting('portico.bank_id', true);
begin
  if coalesce(current_bank, '') = '' then
    raise exception 'tenant not set' using errcode = '42501';
  end if;
  return current_bank;
end $$;

-- COMMIT travels with the writes, so a wrong row count has to fail inside the database.
create function platform.expect_rows(actual bigint, expected bigint) returns void language plpgsql as $$
begin
  if actual is distinct from expected then
    raise exception 'expected % rows, changed %', expected, actual using errcode = 'PX001';
  end if;
end $$;

-- Answers of commands, kept under the caller's key. Inserted first in the command's transaction: the second command
-- with the same key waits here and then finds the first one's answer.
create table platform.idempotency_record (
  bank_id text not null,
  caller text not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  answer text not null,
  created_at timestamptz not null,
  constraint idempotency_record_pkey primary key (bank_id, caller, operation, key)
) with (fillfactor = 90);
create index idempotency_record_created_at on platform.idempotency_record (created_at);

-- What was done, by whom. Commands insert; the sealer numbers and hashes afterwards; nobody deletes rows.
create table platform.audit_entry (
  bank_id text not null,
  audit_id uuid not null,
  occurred_at timestamptz not null,
  operation text not null,
  aggregate_kind text not null,
  aggregate_id text not null,
  record text not null,
  entry_no bigint,
  hash bytea,
  constraint audit_entry_pkey primary key (bank_id, audit_id, occurred_at),
  constraint audit_entry_sealed check ((entry_no is null) = (hash is null))
) partition by range (occurred_at);
create table platform.audit_entry_default partition of platform.audit_entry default;
create index audit_entry_unsealed on platform.audit_entry (bank_id, occurred_at) where entry_no is null;
create index audit_entry_number on platform.audit_entry (bank_id, entry_no) where entry_no is not null;
create index audit_entry_aggregate on platform.audit_entry (bank_id, aggregate_kind, aggregate_id, occurred_at);

create function platform.keep_audit_entry() returns trigger language plpgsql as $$
begin
  if old.entry_no is not null
     or (new.bank_id, new.audit_id, new.occurred_at, new.operation, new.aggregate_kind, new.aggregate_id, new.record)
        is distinct from
        (old.bank_id, old.audit_id, old.occurred_at, old.operation, old.aggregate_kind, old.aggregate_id, old.record)
  then
    raise exception 'an audit entry is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep_audit_entry before update on platform.audit_entry
  for each row execute function platform.keep_audit_entry();

-- Where a bank's chain stands: the sealer's own place, and what it has signed.
create table platform.audit_seal (
  bank_id text not null,
  entry_no bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  key_id text not null,
  signature bytea not null,
  constraint audit_seal_pkey primary key (bank_id, entry_no)
);

-- Facts to be told, written in the command's transaction. The relay numbers them per aggregate afterwards.
create sequence platform.outbox_position;
create table platform.outbox_event (
  position bigint not null default nextval('platform.outbox_position'),
  bank_id text not null,
  event_id uuid not null,
  occurred_at timestamptz not null,
  name text not null,
  version integer not null,
  source text not null,
  aggregate_kind text not null,
  aggregate_id text not null,
  actor_kind text not null,
  actor_id text not null,
  data text not null,
  sequence bigint,
  relayed_at timestamptz,
  published_at timestamptz,
  constraint outbox_event_pkey primary key (bank_id, event_id, occurred_at)
) partition by range (occurred_at);
create table platform.outbox_event_default partition of platform.outbox_event default;
create index outbox_event_unrelayed on platform.outbox_event (position) where relayed_at is null;
create index outbox_event_unpublished on platform.outbox_event (position)
  where relayed_at is not null and published_at is null;

create table platform.event_sequence (
  bank_id text not null,
  aggregate_kind text not null,
  aggregate_id text not null,
  last_sequence bigint not null,
  constraint event_sequence_pkey primary key (bank_id, aggregate_kind, aggregate_id)
) with (fillfactor = 70);

-- The inbox: one row per event and consumer. The reaction's effect and the change to 'done' commit together.
create table platform.reaction (
  bank_id text not null,
  consumer text not null,
  event_id uuid not null,
  aggregate_kind text not null,
  aggregate_id text not null,
  sequence bigint not null,
  event text not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint reaction_pkey primary key (bank_id, consumer, event_id),
  constraint reaction_state check (state in ('pending', 'done', 'dead', 'discarded'))
) with (fillfactor = 80);
create index reaction_open on platform.reaction (bank_id, consumer, aggregate_kind, aggregate_id, sequence)
  where state in ('pending', 'dead');
create index reaction_dead on platform.reaction (consumer, created_at) where state = 'dead';
create index reaction_settled on platform.reaction (settled_at) where settled_at is not null;

-- Certificates that are no longer believed, whatever their dates say. Shared by all banks.
create table platform.revoked_certificate (
  issuer text not null,
  serial_number text not null,
  revoked_at timestamptz not null,
  constraint revoked_certificate_pkey primary key (issuer, serial_number)
);
create table platform.blocked_certificate (
  fingerprint256 text not null,
  blocked_at timestamptz not null,
  reason text not null,
  constraint blocked_certificate_pkey primary key (fingerprint256)
);

alter table platform.idempotency_record enable row level security;
alter table platform.idempotency_record force row level security;
alter table platform.audit_entry enable row level security;
alter table platform.audit_entry force row level security;
alter table platform.audit_seal enable row level security;
alter table platform.audit_seal force row level security;
alter table platform.outbox_event enable row level security;
alter table platform.outbox_event force row level security;
alter table platform.event_sequence enable row level security;
alter table platform.event_sequence force row level security;
alter table platform.reaction enable row level security;
alter table platform.reaction force row level security;

create policy tenant on platform.idempotency_record to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on platform.audit_entry to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on platform.outbox_event to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on platform.reaction to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());

-- The worker moves rows of every bank and reads no capability's table.
create policy worker on platform.idempotency_record to portico_worker using (true);
create policy worker on platform.audit_entry to portico_worker using (true);
create policy worker on platform.audit_seal to portico_worker using (true);
create policy worker on platform.outbox_event to portico_worker using (true);
create policy worker on platform.event_sequence to portico_worker using (true);
create policy worker on platform.reaction to portico_worker using (true);

-- Functions of the owner look at all banks; the owner is bound by row-level security like everybody else.
create policy owner on platform.audit_entry to current_user using (true);
create policy owner on platform.outbox_event to current_user using (true);
create policy owner on platform.reaction to current_user using (true);

-- A command says what happened; numbers, hashes and progress are the worker's to give.
grant select, insert on platform.idempotency_record to portico_app;
grant insert (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
  on platform.audit_entry to portico_app;
grant insert (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind,
              actor_id, data)
  on platform.outbox_event to portico_app;
grant usage on sequence platform.outbox_position to portico_app;
grant select, update (state, settled_at) on platform.reaction to portico_app;
grant select on platform.revoked_certificate, platform.blocked_certificate to portico_app, portico_worker;

grant select, delete on platform.idempotency_record to portico_worker;
grant select, update (entry_no, hash) on platform.audit_entry to portico_worker;
grant select, insert on platform.audit_seal to portico_worker;
grant select, update (sequence, relayed_at, published_at) on platform.outbox_event to portico_worker;
grant select, insert, update on platform.event_sequence to portico_worker;
grant select, insert, update, delete on platform.reaction to portico_worker;
grant insert, update, delete on platform.revoked_certificate to portico_worker;

-- Partitions are made ahead of time by the worker, which may not change tables otherwise. Rows that came too early
-- for a partition stay in the default one; then that partition is not made.
create function platform.add_partition(parent text, first_day date, next_day date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  child text := parent || '_' || to_char(first_day, 'YYYYMMDD');
  occupied boolean;
begin
  if parent not in ('outbox_event', 'audit_entry') then
    raise exception 'not a partitioned table of the platform' using errcode = '42501';
  end if;
  if to_regclass('platform.' || child) is not null then
    return false;
  end if;
  execute format('select exists (select from platform.%I where occurred_at >= %L and occurred_at < %L)',
    parent || '_default', first_day::timestamp at time zone 'UTC', next_day::timestamp at time zone 'UTC')
    into occupied;
  if occupied then
    return false;
  end if;
  execute format('create table platform.%I partition of platform.%I for values from (%L) to (%L)',
    child, parent, first_day::timestamp at time zone 'UTC', next_day::timestamp at time zone 'UTC');
  return true;
end $$;
revoke execute on function platform.add_partition from public;
grant execute on function platform.add_partition to portico_worker;

-- An outbox partition whose events have all been told is dropped whole: no row-by-row deletes, no bloat.
create function platform.drop_told_partitions(before date) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  child text;
  waiting boolean;
  dropped integer := 0;
begin
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'platform.outbox_event'::regclass
       and c.relname ~ '^outbox_event_\d{8}$'
       and to_date(right(c.relname, 8), 'YYYYMMDD') < before
  loop
    execute format('select exists (select from platform.%I where relayed_at is null or published_at is null)', child)
      into waiting;
    if not waiting then
      execute format('drop table platform.%I', child);
      dropped := dropped + 1;
    end if;
  end loop;
  delete from platform.outbox_event
   where tableoid = 'platform.outbox_event_default'::regclass and occurred_at < before and relayed_at is not null and published_at is not null;
  return dropped;
end $$;
revoke execute on function platform.drop_told_partitions from public;
grant execute on function platform.drop_told_partitions to portico_worker;

-- How far behind the work is, over all banks; counts are bounded, because a probe must stay cheap.
create function platform.work_state(at timestamptz) returns table (
  unrelayed bigint, unrelayed_seconds float8, unpublished bigint, unpublished_seconds float8,
  dead_letters bigint, unsealed bigint)
  language sql stable security definer set search_path = pg_catalog as $$
  select (select count(*) from (select from platform.outbox_event where relayed_at is null limit 10000) as waiting),
         coalesce((select extract(epoch from at - occurred_at)::float8 from platform.outbox_event
                    where relayed_at is null order by position limit 1), 0),
         (select count(*) from (select from platform.outbox_event
                                 where relayed_at is not null and published_at is null limit 10000) as waiting),
         coalesce((select extract(epoch from at - occurred_at)::float8 from platform.outbox_event
                    where relayed_at is not null and published_at is null order by position limit 1), 0),
         (select count(*) from (select from platform.reaction where state = 'dead' limit 10000) as parked),
         (select count(*) from (select from platform.audit_entry where entry_no is null limit 10000) as open)
$$;
revoke execute on function platform.work_state from public;
grant execute on function platform.work_state to portico_app, portico_worker;
