-- Open messages stand in a table of their own; indexes for what is deleted by age.
-- phase: expand
-- transaction: per step

-- step: the table, and the trigger that keeps it
-- A message is open while its status is queued or sending. `communication` keeps every message for years, and when its
-- statistics are made the queue is mostly empty, so the planner chooses plans there that read the whole queue for each
-- message of it. Here each statement has one index that fits: no index begins with the bank, and none begins with a column
-- that two statements compare.
--
-- Commands lock the messages first and the open ones after them; so does this step, which waits for no lock later.
lock table correspondence.communication in share row exclusive mode;
create table if not exists correspondence.open_communication (
  communication_id uuid not null,
  bank_id text not null,
  medium text not null,
  lane integer not null,
  queue text not null generated always as (bank_id || ' ' || medium || ' ' || lane::text) stored,
  status text not null,
  recipient_index bytea not null,
  digest_key text,
  release_at timestamptz not null,
  position bigint not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  constraint open_communication_pkey primary key (communication_id, bank_id)
) with (
  fillfactor = 70,
  -- A queue of 100,000 that comes and goes within minutes: cleaned up by count, not by share.
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0,
  -- Giving pages back needs an exclusive lock; the next run fills them again.
  vacuum_truncate = false);
create index if not exists open_communication_due on correspondence.open_communication (queue, due_at, position)
  where status = 'queued' and digest_key is null;
create index if not exists open_communication_recipient on correspondence.open_communication
  (recipient_index, lane, release_at, position) where digest_key is null;
create index if not exists open_communication_digest_due on correspondence.open_communication (due_at)
  where digest_key is not null;
create index if not exists open_communication_digest on correspondence.open_communication (digest_key, position)
  where digest_key is not null;

alter table correspondence.open_communication enable row level security;
alter table correspondence.open_communication force row level security;
drop policy if exists tenant on correspondence.open_communication;
create policy tenant on correspondence.open_communication to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
drop policy if exists owner on correspondence.open_communication;
create policy owner on correspondence.open_communication to current_user using (true);
grant select, insert, update, delete on correspondence.open_communication to portico_app;

-- Keeps one row per open message, in the transaction that changes the message. A trigger and not the statements of the
-- product, because workers of the previous release change messages too. Without sequential scans: a plan that a connection
-- made while nothing was open would read the whole table for each message.
create or replace function correspondence.keep_open_communication() returns trigger language plpgsql
  set enable_seqscan = off as $$
begin
  if tg_op = 'DELETE' or new.status not in ('queued', 'sending') then
    delete from correspondence.open_communication
     where communication_id = old.communication_id and bank_id = old.bank_id;
    return null;
  end if;
  insert into correspondence.open_communication (communication_id, bank_id, medium, lane, status, recipient_index,
    digest_key, release_at, position, due_at, expires_at)
  values (new.communication_id, new.bank_id, new.medium, new.lane, new.status, new.recipient_index,
    new.digest_key, new.release_at, new.position, new.due_at, new.expires_at)
  on conflict (communication_id, bank_id) do update
    set medium = excluded.medium, lane = excluded.lane, status = excluded.status,
        recipient_index = excluded.recipient_index, digest_key = excluded.digest_key, release_at = excluded.release_at,
        position = excluded.position, due_at = excluded.due_at, expires_at = excluded.expires_at;
  return null;
end $$;
create or replace trigger open_communication_insert after insert on correspondence.communication
  for each row when (new.status in ('queued', 'sending'))
  execute function correspondence.keep_open_communication();
create or replace trigger open_communication_update after update on correspondence.communication
  for each row when (old.status in ('queued', 'sending') or new.status in ('queued', 'sending'))
  execute function correspondence.keep_open_communication();
create or replace trigger open_communication_delete after delete on correspondence.communication
  for each row when (old.status in ('queued', 'sending'))
  execute function correspondence.keep_open_communication();

-- step: the statements of the queue
-- They are functions because of their settings: a plan that was made while the queue was empty would read the whole table,
-- and is kept by a connection until the table is analysed again. Without sequential and bitmap scans and without sorting
-- there is one plan, whatever is known about the rows. For the same reason a row is found by a range of one in the order of
-- its key: with a plain comparison any index that holds the column fits, and all cost the same while a table is small.

-- The first open message of a recipient, if it can be taken: the later ones wait for it, also those that were due before it
-- because it was deferred. One that has expired is not waited for.
create or replace function correspondence.first_due(bank text, recipient bytea, its_lane integer, at timestamptz)
  returns uuid language plpgsql as $$
declare
  head record;
begin
  select o.communication_id, o.status, o.due_at into head from correspondence.open_communication o
   where o.recipient_index = recipient and o.lane = its_lane and o.bank_id = bank and o.digest_key is null
     and o.expires_at > at
   order by o.release_at, o.position limit 1;
  -- Compared here: in the condition they would let a later message pass for the first.
  return case when head.status = 'queued' and head.due_at <= at then head.communication_id end;
end $$;

-- Whether anything in a queue can be taken. Recipients whose first message has to wait are remembered, so that of many
-- messages to one recipient only the first is looked at closely.
create or replace function correspondence.has_due(bank text, its_medium text, its_lane integer, at timestamptz)
  returns boolean language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  candidate record;
  blocked bytea[] := '{}';
begin
  for candidate in
    select o.communication_id, o.recipient_index from correspondence.open_communication o
     where o.queue = bank || ' ' || its_medium || ' ' || its_lane::text and o.status = 'queued'
       and o.digest_key is null and o.due_at <= at and o.expires_at > at
     order by o.due_at, o.position
  loop
    continue when candidate.recipient_index = any(blocked);
    if correspondence.first_due(bank, candidate.recipient_index, its_lane, at) is not null then
      return true;
    end if;
    blocked := candidate.recipient_index || blocked[:31];
  end loop;
  return false;
end $$;

-- Takes up to so many messages of a queue under a lease: the first of each recipient, those that are due longest first.
-- Rows of `communication` are locked first, those of `open_communication` follow by the trigger; a row that another
-- transaction holds is passed over, so that two workers take different messages and neither waits.
create or replace function correspondence.take_due(
  bank text, its_medium text, its_lane integer, at timestamptz, message_count integer, owner text, until timestamptz)
  returns table (communication correspondence.communication, sealed_content bytea, has_attachments boolean)
  language plpgsql rows 50
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  candidate record;
  first_id uuid;
  locked record;
  blocked bytea[] := '{}';
  taken integer := 0;
begin
  for candidate in
    select o.communication_id, o.recipient_index from correspondence.open_communication o
     where o.queue = bank || ' ' || its_medium || ' ' || its_lane::text and o.status = 'queued'
       and o.digest_key is null and o.due_at <= at and o.expires_at > at
     order by o.due_at, o.position
  loop
    exit when taken >= message_count;
    continue when candidate.recipient_index = any(blocked);
    first_id := correspondence.first_due(bank, candidate.recipient_index, its_lane, at);
    -- Each recipient is looked at once: the first message is taken now, or all have to wait.
    blocked := candidate.recipient_index || blocked[:31];
    continue when first_id is null;
    -- The status is compared afterwards: in the condition it would make partial indexes fit.
    select c.ctid as place, c.status, c.due_at into locked from correspondence.communication c
     where c.bank_id = bank and c.communication_id >= first_id and c.communication_id <= first_id
     order by c.communication_id limit 1 for update skip locked;
    continue when not found or locked.status <> 'queued' or locked.due_at > at;
    -- A row that is locked keeps its place.
    update correspondence.communication c
       set status = 'sending', lease_owner = owner, lease_until = until, row_version = c.row_version + 1,
           modified_at = at
     where c.ctid = locked.place
    returning c.* into communication;
    -- What a message says is read here too: a statement that calls this function began before it, and may not see what
    -- was committed since.
    sealed_content := (
      select k.sealed from correspondence.content k
       where k.bank_id = bank and k.content_id >= communication.content_id and k.content_id <= communication.content_id
       order by k.content_id limit 1);
    has_attachments := (
      select true from correspondence.attachment a
       where a.bank_id = bank and a.content_id = communication.content_id
       order by a.ordinal limit 1) is not null;
    return next;
    taken := taken + 1;
  end loop;
end $$;

-- Which queues of a bank have something due.
create or replace function correspondence.due_queues(bank text, media text[], lanes integer[], at timestamptz)
  returns table (medium text, lane integer) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  its_queue text;
begin
  foreach medium in array media loop
    foreach lane in array lanes loop
      its_queue := bank || ' ' || medium || ' ' || lane::text;
      perform from correspondence.open_communication o
        where o.queue = its_queue and o.status = 'queued' and o.digest_key is null and o.due_at <= at
        order by o.due_at, o.position limit 1;
      if found then
        return next;
      end if;
    end loop;
  end loop;
end $$;

-- The messages right behind those that have to wait are not due before them. Of each, up to so many: those further behind
-- are found to be blocked when they are looked at.
create or replace function correspondence.delay_followers(bank text, ids uuid[], followers_max integer)
  returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  waiting record;
  follower_id uuid;
  follows_at timestamptz;
  follower record;
begin
  for waiting in
    select o.recipient_index, o.lane, o.release_at, o.position, o.due_at, o.status, o.digest_key
      from correspondence.open_communication o
     where o.communication_id = any(ids) and o.bank_id = bank
  loop
    -- Not in the condition, where they would make a partial index fit.
    continue when waiting.status <> 'queued' or waiting.digest_key is not null;
    for follower_id, follows_at in
      select o.communication_id, o.due_at from correspondence.open_communication o
       where o.recipient_index = waiting.recipient_index and o.lane = waiting.lane and o.bank_id = bank
         and o.digest_key is null and (o.release_at, o.position) > (waiting.release_at, waiting.position)
       order by o.release_at, o.position limit followers_max
    loop
      continue when follows_at >= waiting.due_at;
      -- One that another transaction holds is left: it is found to be blocked when it is looked at.
      select c.ctid as place, c.status, c.due_at into follower from correspondence.communication c
       where c.bank_id = bank and c.communication_id >= follower_id and c.communication_id <= follower_id
       order by c.communication_id limit 1 for update skip locked;
      if found and follower.status = 'queued' and follower.due_at < waiting.due_at then
        update correspondence.communication c set due_at = waiting.due_at
         where c.ctid = follower.place;
      end if;
    end loop;
  end loop;
end $$;

-- Messages that go into one digest, in the order in which they were entered.
create or replace function correspondence.digest_parts(bank text, its_key text, at timestamptz)
  returns uuid[] language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  -- Nothing is added to a time to keep the planner from the index of all digests that are due.
  return array(
    select o.communication_id from correspondence.open_communication o
     where o.digest_key = its_key and o.bank_id = bank and o.status = 'queued' and o.due_at + interval '0 s' <= at
       and o.expires_at > at
     order by o.position);
end $$;

revoke execute on function correspondence.first_due, correspondence.has_due, correspondence.take_due,
  correspondence.due_queues, correspondence.delay_followers, correspondence.digest_parts from public;
grant execute on function correspondence.first_due, correspondence.has_due, correspondence.take_due,
  correspondence.due_queues, correspondence.delay_followers, correspondence.digest_parts to portico_app;

-- step: messages that were open before
-- In portions, each a transaction: a message is locked while it is copied, so that no row is left behind for one that was
-- settled meanwhile. A message that a command holds is passed over and looked at again.
do $$
declare
  portion record;
begin
  for round in 1..600 loop
    for portion in
      select array_agg(m.bank_id) as banks, array_agg(m.communication_id) as ids from (
        select c.bank_id, c.communication_id, (row_number() over () - 1) / 500 as number
          from correspondence.communication c
         where c.status in ('queued', 'sending') and not exists (
           select from correspondence.open_communication o
            where o.communication_id = c.communication_id and o.bank_id = c.bank_id)) m
       group by m.number
    loop
      insert into correspondence.open_communication (communication_id, bank_id, medium, lane, status, recipient_index,
        digest_key, release_at, position, due_at, expires_at)
      select c.communication_id, c.bank_id, c.medium, c.lane, c.status, c.recipient_index,
        c.digest_key, c.release_at, c.position, c.due_at, c.expires_at
        from unnest(portion.banks, portion.ids) as m (bank_id, communication_id)
        join correspondence.communication c on c.bank_id = m.bank_id and c.communication_id = m.communication_id
       where c.status || '' in ('queued', 'sending')
         for no key update of c skip locked
      on conflict do nothing;
      commit;
    end loop;
    exit when not exists (
      select from correspondence.communication c
       where c.status in ('queued', 'sending') and not exists (
         select from correspondence.open_communication o
          where o.communication_id = c.communication_id and o.bank_id = c.bank_id));
    if round = 600 then
      raise exception 'messages are locked for too long to be copied; apply the migration again';
    end if;
    commit;
    perform pg_sleep(0.1);
  end loop;
end $$;

-- step: statistics
analyze correspondence.open_communication;

-- step: no limits of time for the indexes, which block no writer while they are made
set lock_timeout = 0;
set statement_timeout = 0;

-- step: what a run that was broken off left of the indexes
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists identity.login_event_unknown;

-- step: the other one
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists correspondence.communication_codes;

-- step: sign-in attempts under names that no user has, which are deleted after two days
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists login_event_unknown on identity.login_event (occurred_at, bank_id)
  where user_id like '~%';

-- step: codes that were sent, which are deleted after two years
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists communication_codes on correspondence.communication (created_at, bank_id)
  where message_kind = 'one-time-password';

-- step: limits of time as before
set lock_timeout = '5s';
set statement_timeout = '600s';
