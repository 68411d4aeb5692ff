-- Party: individuals and organizations, what is known of them, since when, and until when it was true.
-- phase: expand

create schema party;
grant usage on schema party to portico_app;

-- Numbers of new parties; the check digit is added by the service.
create sequence party.party_serial start with 100000000;
create sequence party.sync_number;
grant usage on sequence party.party_serial, party.sync_number to portico_app;

-- Positions are told by transaction numbers, which start anew when a dump is restored into another cluster. The epoch
-- is raised then, so that what happens afterwards still comes after what happened before.
create table party.sync_epoch (
  epoch integer not null,
  constraint sync_epoch_pkey primary key (epoch)
);
insert into party.sync_epoch (epoch) values (1);
grant select on party.sync_epoch to portico_app;

-- One row per party, with the newest state. Personal and sensitive data are two documents sealed under the party's
-- own key; open are only what lists are filtered and sorted by.
create table party.party (
  bank_id text not null,
  party_number text collate "C" not null,
  kind text not null,
  record_state text not null,
  survivor_party_number text collate "C",
  registration_profile text not null,
  customer_status text not null,
  individual_status text,
  servicing_unit text,
  -- folded display name; empty when erased
  sort_name text collate "C" not null,
  personal bytea,
  sensitive bytea,
  -- the next day on which something recorded ahead becomes true
  due_on date,
  -- why this party must not be erased
  legal_hold text,
  relation_ended_on date,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- given by the trigger below
  sync_epoch integer not null default 0,
  sync_transaction bigint not null default 0,
  sync_number bigint not null default 0,
  constraint party_pkey primary key (bank_id, party_number),
  constraint party_number_format check (party_number ~ '^[A-Za-z0-9-]{1,35}$'),
  constraint party_kind check (kind in ('individual', 'organization')),
  constraint party_record_state check (record_state in ('live', 'merged', 'erased')),
  constraint party_survivor check ((record_state = 'merged') = (survivor_party_number is not null)),
  constraint party_erased check ((record_state = 'erased') = (personal is null and sensitive is null)),
  constraint party_profile check (registration_profile in ('contact', 'prospect', 'customer')),
  constraint party_customer_status check (customer_status in
    ('potential', 'prospective', 'active', 'dormant', 'former', 'declined', 'rejected')),
  constraint party_individual_status check ((kind = 'individual') = (individual_status is not null)),
  constraint party_held check (record_state <> 'erased' or legal_hold is null)
) with (fillfactor = 85);
create index party_by_name on party.party (bank_id, sort_name, party_number);
create index party_by_status on party.party (bank_id, customer_status, party_number);
create index party_by_creation on party.party (bank_id, created_at, party_number);
create index party_by_change on party.party (bank_id, modified_at, party_number);
create index party_by_unit on party.party (bank_id, servicing_unit, party_number);
create unique index party_by_position on party.party (bank_id, sync_epoch, sync_transaction, sync_number);
create index party_merged_into on party.party (bank_id, survivor_party_number)
  where survivor_party_number is not null;
create index party_due on party.party (bank_id, due_on) where due_on is not null;
create index party_ended on party.party (bank_id, relation_ended_on)
  where relation_ended_on is not null and record_state <> 'erased';

-- Every change takes a new place at the end. All places of a transaction become visible at once, and a reader goes only
-- up to the oldest transaction that is still open: nothing that commits late is left behind.
create function party.take_position() returns trigger language plpgsql as $$
begin
  new.sync_epoch := (select max(epoch) from party.sync_epoch);
  new.sync_transaction := pg_current_xact_id()::text::bigint;
  new.sync_number := nextval('party.sync_number');
  return new;
end $$;
create trigger take_position before insert or update on party.party
  for each row execute function party.take_position();

-- After a restore. Whoever still writes has taken a place in the epoch before, so they are waited for; and numbers that
-- were given out after the backup was taken are not given to others.
create function party.raise_sync_epoch(numbers_left_out bigint) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  lock table party.party in share mode;
  insert into party.sync_epoch (epoch) select max(epoch) + 1 from party.sync_epoch;
  perform setval('party.party_serial', nextval('party.party_serial') + numbers_left_out);
end $$;
revoke execute on function party.raise_sync_epoch from public;
grant execute on function party.raise_sync_epoch to portico_app;

-- The key of each party, itself sealed under a key of the bank. Without it everything known of the party is noise:
-- erasing a party is deleting this row. Backups of it are kept shorter than those of the rest.
create table party.party_key (
  bank_id text not null,
  party_number text collate "C" not null,
  sealed_key bytea not null,
  created_at timestamptz not null,
  constraint party_key_pkey primary key (bank_id, party_number)
);

-- What was known of a party, fact by fact, with both times: from when to when it was true, and from when to when we
-- believed so. A row is written once; afterwards only the end of our belief is noted.
create table party.party_fact (
  bank_id text not null,
  party_number text collate "C" not null,
  fact_id uuid not null,
  fact text not null,
  valid_from date not null,
  valid_until date,
  recorded_at timestamptz not null,
  superseded_at timestamptz,
  -- a correction says that it was never as recorded; a change that it is so from now on
  cause text not null,
  sealed_value bytea not null,
  constraint party_fact_pkey primary key (bank_id, party_number, fact_id),
  constraint party_fact_order check (valid_until is null or valid_until > valid_from),
  constraint party_fact_belief check (superseded_at is null or superseded_at >= recorded_at),
  constraint party_fact_cause check (cause in ('registration', 'change', 'correction'))
) with (fillfactor = 90);
create unique index party_fact_believed on party.party_fact (bank_id, party_number, fact, valid_from)
  where superseded_at is null;

-- Identification numbers are unique in a bank; only their keyed hash is kept here.
create table party.party_identifier (
  bank_id text not null,
  id_kind text not null,
  issuing_country text not null,
  number_index bytea not null,
  party_number text collate "C" not null,
  constraint party_identifier_pkey primary key (bank_id, id_kind, number_index, issuing_country)
);
create index party_identifier_party on party.party_identifier (bank_id, party_number);

-- Keyed hashes by which a party is found when the whole value is known: phones, e-mail addresses, social accounts, and
-- name with birth date for the detection of duplicates.
create table party.party_lookup (
  bank_id text not null,
  lookup text not null,
  value_index bytea not null,
  party_number text collate "C" not null,
  is_verified boolean not null,
  constraint party_lookup_pkey primary key (bank_id, lookup, value_index, party_number),
  constraint party_lookup_kind check (lookup in ('phone', 'email', 'social', 'name-and-birth'))
);
create index party_lookup_party on party.party_lookup (bank_id, party_number);

-- What one party is to another. The inverse is derived when read, never written.
create table party.party_relationship (
  bank_id text not null,
  relationship_id uuid not null,
  from_party text collate "C" not null,
  to_party text collate "C" not null,
  kind text not null,
  role text not null,
  share numeric(7, 4),
  is_beneficial_owner boolean,
  mandate_scope text[],
  signing_group text,
  -- held by whoever represents an organization
  office text,
  valid_from date not null,
  valid_until date,
  recorded_at timestamptz not null,
  superseded_at timestamptz,
  constraint party_relationship_pkey primary key (bank_id, relationship_id),
  constraint party_relationship_kind check (kind in ('kinship', 'ownership', 'mandate', 'work')),
  constraint party_relationship_others check (from_party <> to_party),
  constraint party_relationship_share check (share is null or (share >= 0 and share <= 100)),
  constraint party_relationship_mandate check ((kind = 'mandate') = (mandate_scope is not null)),
  constraint party_relationship_order check (valid_until is null or valid_until >= valid_from)
);
create unique index party_relationship_once
  on party.party_relationship (bank_id, from_party, to_party, kind, role, valid_from) where superseded_at is null;
create index party_relationship_to on party.party_relationship (bank_id, to_party) where superseded_at is null;

-- Where parties are served. An employee reaches the parties of the own unit and of those below it.
create table party.servicing_unit (
  bank_id text not null,
  unit text not null,
  parent_unit text,
  constraint servicing_unit_pkey primary key (bank_id, unit),
  constraint servicing_unit_parent foreign key (bank_id, parent_unit) references party.servicing_unit (bank_id, unit)
);
create table party.servicing_manager (
  bank_id text not null,
  manager_id text not null,
  unit text not null,
  constraint servicing_manager_pkey primary key (bank_id, manager_id),
  constraint servicing_manager_unit foreign key (bank_id, unit) references party.servicing_unit (bank_id, unit)
);

create index servicing_unit_below on party.servicing_unit (bank_id, parent_unit);
create index servicing_manager_of on party.servicing_manager (bank_id, unit);

-- The unit with all below it; `union` ends a circle that should not be there.
create function party.unit_tree(root text) returns text[] language sql stable as $$
  with recursive tree as (
    select unit from party.servicing_unit where bank_id = platform.bank_id() and unit = root
    union
    select below.unit from party.servicing_unit below join tree on below.parent_unit = tree.unit
     where below.bank_id = platform.bank_id())
  select coalesce(array_agg(unit), array[root]) from tree
$$;

-- Corrections that need a second pair of eyes: whoever asked first waits for another one with the same words.
create table party.pending_correction (
  bank_id text not null,
  correction_id uuid not null,
  party_number text collate "C" not null,
  payload_digest bytea not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  constraint pending_correction_pkey primary key (bank_id, correction_id)
);
create unique index pending_correction_once
  on party.pending_correction (bank_id, party_number, payload_digest, requested_by);

do $$
declare
  name text;
begin
  foreach name in array array['party', 'party_key', 'party_fact', 'party_identifier', 'party_lookup',
    'party_relationship', 'servicing_unit', 'servicing_manager', 'pending_correction']
  loop
    execute format('alter table party.%I enable row level security', name);
    execute format('alter table party.%I force row level security', name);
    execute format('create policy tenant on party.%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
    execute format('create policy owner on party.%I to current_user using (true)', name);
  end loop;
end $$;

grant select, insert, update on party.party to portico_app;
grant select, insert, delete on party.party_key to portico_app;
grant select, insert, delete, update (superseded_at) on party.party_fact to portico_app;
grant select, insert, delete on party.party_identifier, party.party_lookup, party.pending_correction to portico_app;
grant select, insert, delete, update (superseded_at) on party.party_relationship to portico_app;
grant select, insert, update, delete on party.servicing_unit, party.servicing_manager to portico_app;
