-- Keys of the banks, wrapped under the master keys or in an HSM, and how far the commands that replace them have come.
-- phase: expand

-- One row per bank, class and key. Whatever is sealed, looked up or signed within the product uses these keys.
create table platform.bank_key (
  bank_id text not null,
  key_class text collate "C" not null,
  key_id bytea not null,
  wrapped bytea not null,
  -- a fixed text sealed with the key: opened at every start
  canary bytea not null,
  -- the newest key whose time has come is the current one; announced before, so that every process knows it
  active_from timestamptz not null,
  -- from then on nothing is made with it, looked up by it or believed because of it; it still opens sealed values
  retired_at timestamptz,
  created_at timestamptz not null,
  constraint bank_key_pkey primary key (bank_id, key_class, key_id),
  constraint bank_key_id check (octet_length(key_id) = 8)
);

-- A replacement of keys under way, or the last one. One of each kind per bank.
create table platform.key_run (
  bank_id text not null,
  action text not null,
  started_at timestamptz not null,
  -- when the new keys become current
  activates_at timestamptz not null,
  finished_at timestamptz,
  constraint key_run_pkey primary key (bank_id, action),
  constraint key_run_action check (action in ('reseal', 'reindex'))
);

-- How far a run has come in each table.
create table platform.key_walk (
  bank_id text not null,
  action text not null,
  task text collate "C" not null,
  -- the key of the last row that was looked at, column by column; absent before the first one
  position text[],
  rows_done bigint not null,
  rows_total bigint not null,
  finished_at timestamptz,
  constraint key_walk_pkey primary key (bank_id, action, task)
);

do $$
declare
  name text;
begin
  foreach name in array array['bank_key', 'key_run', 'key_walk'] loop
    execute format('alter table platform.%I enable row level security', name);
    execute format('alter table platform.%I force row level security', name);
    execute format('create policy tenant on platform.%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
    execute format('create policy owner on platform.%I to current_user using (true)', name);
  end loop;
end $$;

grant select, insert, update, delete on platform.bank_key, platform.key_run, platform.key_walk to portico_app;

-- The key of a party is sealed anew when the bank's key changes; the party keeps it.
grant update (sealed_key) on party.party_key to portico_app;
