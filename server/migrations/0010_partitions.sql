-- Partitions are created, filled and dropped without making commands wait.
-- phase: expand

-- Creates the partition of one time range and brings the rows of that range out of the default partition: up to rows_max
-- rows are moved one by one. If there are more, and the default partition holds no other rows, it becomes the partition
-- of the range, and an empty default partition takes its place.
--
-- Returns 'created', 'exists', 'locked' (another session holds a lock; try again later) or 'too-many-rows' (the default
-- partition is larger than bytes_max, or holds many rows of several ranges; an operator decides when).
--
-- Locks, each awaited for at most 100 ms:
-- * Without rows in the range: SHARE UPDATE EXCLUSIVE on the parent, which no command conflicts with, and ACCESS EXCLUSIVE
--   on the default partition, which commands use only while the partition of the current day is missing.
-- * With rows in the range: ACCESS EXCLUSIVE on the parent too, because a query that was planned before would miss the
--   moved rows. Once the parent is locked, this function waits for nothing else.
create function platform.create_partition(
  parent text, first_day date, next_day date, rows_max bigint default 5000, bytes_max bigint default 134217728)
  returns text
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '100ms' as $$
declare
  child constant text := parent || '_' || to_char(first_day, 'YYYYMMDD');
  default_partition constant text := parent || '_default';
  starts_at constant timestamptz := first_day::timestamp at time zone 'UTC';
  ends_at constant timestamptz := next_day::timestamp at time zone 'UTC';
  attach_child constant text := format('alter table platform.%I attach partition platform.%I for values from (%L) to (%L)',
    parent, child, starts_at, ends_at);
  row_count bigint;
begin
  if parent not in ('outbox_event', 'audit_entry') then
    raise exception 'not a partitioned table of the platform' using errcode = '42501';
  end if;
  if exists (select from pg_class where relnamespace = 'platform'::regnamespace and relname = child) then
    return 'exists';
  end if;
  -- Workers take turns; those of the previous version use the same number.
  perform pg_advisory_xact_lock(7206151923);
  if exists (select from pg_class where relnamespace = 'platform'::regnamespace and relname = child) then
    return 'exists';
  end if;
  -- ATTACH reads the whole default partition while it is locked.
  if pg_relation_size(format('platform.%I', default_partition)::regclass) > bytes_max then
    return 'too-many-rows';
  end if;
  execute format('select count(*) from platform.%I where occurred_at >= $1 and occurred_at < $2', default_partition)
    into row_count using starts_at, ends_at;

  if row_count = 0 then
    execute format('create table platform.%I (like platform.%I including all)', child, parent);
    execute attach_child;
    return 'created';
  end if;

  execute format('lock table only platform.%I in access exclusive mode', parent);
  execute format('lock table only platform.%I in access exclusive mode nowait', default_partition);
  if row_count <= rows_max then
    execute format('create table platform.%I (like platform.%I including all)', child, parent);
    execute format(
      'with moved as (delete from platform.%I where occurred_at >= $1 and occurred_at < $2 returning *)
       insert into platform.%I select * from moved', default_partition, child) using starts_at, ends_at;
    execute attach_child;
  else
    execute format('alter table platform.%I detach partition platform.%I', parent, default_partition);
    execute format('alter table platform.%I rename to %I', default_partition, child);
    execute attach_child;
    execute format('create table platform.%I (like platform.%I including all)', default_partition, parent);
    execute format('alter table platform.%I attach partition platform.%I default', parent, default_partition);
  end if;
  return 'created';
exception
  when lock_not_available or deadlock_detected then
    return 'locked';
  -- ATTACH found rows that do not belong where they are: the first ones of this range arrived after they were counted, or
  -- the default partition holds rows of other ranges too.
  when check_violation then
    return case when row_count = 0 then 'locked' else 'too-many-rows' end;
end $$;
revoke execute on function platform.create_partition from public;
grant execute on function platform.create_partition to portico_worker;

-- When the oldest row of a default partition occurred; null while the partition is empty, as it should be.
create function platform.oldest_default_row(parent text) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog set lock_timeout = '100ms' as $$
declare
  oldest timestamptz;
begin
  if parent not in ('outbox_event', 'audit_entry') then
    raise exception 'not a partitioned table of the platform' using errcode = '42501';
  end if;
  execute format('select min(occurred_at) from platform.%I', parent || '_default') into oldest;
  return oldest;
end $$;
revoke execute on function platform.oldest_default_row from public;
grant execute on function platform.oldest_default_row to portico_worker;

-- Drops the oldest outbox partition that ends before a day and whose events were all relayed and published.
--
-- Returns 'dropped', 'none' (nothing to drop) or 'locked' (another session holds a lock; try again later). Dropping
-- needs ACCESS EXCLUSIVE on the parent, so commands wait while this function waits: at most 100 ms. Once the parent is
-- locked, this function waits for nothing else. One partition per call keeps the lock short.
create function platform.drop_published_partition(before date) returns text
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '100ms' as $$
declare
  child text;
  find_unpublished text;
  is_unpublished boolean;
begin
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'platform.outbox_event'::regclass
       and c.relname ~ '^outbox_event_\d{8}$'
       and to_date(right(c.relname, 8), 'YYYYMMDD') < before
     order by c.relname
  loop
    -- Two questions, because each has an index.
    find_unpublished := format(
      'select exists (select from platform.%1$I where relayed_at is null)
           or exists (select from platform.%1$I where relayed_at is not null and published_at is null)', child);
    execute find_unpublished into is_unpublished;
    continue when is_unpublished;
    perform pg_advisory_xact_lock(7206151923);
    -- Another worker may have dropped it while this one waited for its turn.
    if to_regclass(format('platform.%I', child)) is null then
      return 'locked';
    end if;
    lock table only platform.outbox_event in access exclusive mode;
    execute format('lock table only platform.%I in access exclusive mode nowait', child);
    lock table only platform.outbox_event_default in access exclusive mode nowait;
    execute find_unpublished into is_unpublished;
    continue when is_unpublished;
    execute format('drop table platform.%I', child);
    return 'dropped';
  end loop;
  return 'none';
exception when lock_not_available or deadlock_detected or undefined_table then
  return 'locked';
end $$;
revoke execute on function platform.drop_published_partition from public;
grant execute on function platform.drop_published_partition to portico_worker;

-- Deletes old events that were relayed and published from the default partition; returns how many.
create function platform.delete_published_default_events(before date, rows_max integer) returns integer
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '100ms' as $$
declare
  deleted integer;
begin
  delete from platform.outbox_event_default where ctid = any (array(
    select ctid from platform.outbox_event_default
     where occurred_at < before::timestamp at time zone 'UTC' and relayed_at is not null and published_at is not null
     limit rows_max));
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke execute on function platform.delete_published_default_events from public;
grant execute on function platform.delete_published_default_events to portico_worker;

-- Until when partitions exist without a gap, null when the one of this moment is missing, and how many rows the default
-- partitions hold; counts stop at ten thousand.
create function platform.partition_state(at timestamptz)
  returns table (table_name text, covered_until timestamptz, default_rows bigint)
  language sql stable security definer set search_path = pg_catalog set lock_timeout = '100ms' as $$
  with recursive bounds as (
    select parent.relname::text as name,
           substring(pg_get_expr(child.relpartbound, child.oid) from 'FROM \(''([^'']+)''\)')::timestamptz as starts_at,
           substring(pg_get_expr(child.relpartbound, child.oid) from 'TO \(''([^'']+)''\)')::timestamptz as ends_at
      from pg_inherits i
      join pg_class parent on parent.oid = i.inhparent
      join pg_class child on child.oid = i.inhrelid
     where i.inhparent in ('platform.outbox_event'::regclass, 'platform.audit_entry'::regclass)),
  covered as (
    select name, ends_at from bounds where starts_at <= at and at < ends_at
    union all
    select b.name, b.ends_at from bounds b join covered c on b.name = c.name and b.starts_at = c.ends_at),
  found (name, default_rows) as (
    select 'outbox_event', count(*) from (select from platform.outbox_event_default limit 10000) as misplaced
    union all
    select 'audit_entry', count(*) from (select from platform.audit_entry_default limit 10000) as misplaced)
  select f.name, max(c.ends_at), f.default_rows
    from found f left join covered c on c.name = f.name group by f.name, f.default_rows
$$;
revoke execute on function platform.partition_state from public;
grant execute on function platform.partition_state to portico_worker;

-- The worker of the previous version calls these two; it must not make commands wait either.
create or replace function platform.add_partition(parent text, first_day date, next_day date) returns boolean
  language sql security definer set search_path = pg_catalog as $$
  select platform.create_partition(parent, first_day, next_day) = 'created'
$$;
create or replace function platform.drop_told_partitions(before date) returns integer
  language sql security definer set search_path = pg_catalog as $$
  select (platform.drop_published_partition(before) = 'dropped')::integer
$$;

-- The first partitions exist before the first process starts, so that no row begins in a default partition. What is
-- locked now is created by the worker later.
do $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  this_month constant date := date_trunc('month', today::timestamp)::date;
begin
  for ahead in 0..7 loop
    perform platform.create_partition('outbox_event', today + ahead, today + ahead + 1);
  end loop;
  for ahead in 0..3 loop
    perform platform.create_partition('audit_entry', (this_month + make_interval(months => ahead))::date,
      (this_month + make_interval(months => ahead + 1))::date);
  end loop;
end $$;
