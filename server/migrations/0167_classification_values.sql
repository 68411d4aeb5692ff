-- Values of classifications that banks add or change, by two employees. Rows are never changed after their decision: they are the history.
-- phase: expand

-- One row for each value that has an approved change. Its code is never changed or given to another value.
create table platform.classification_value (
  bank_id text not null,
  schema_id text collate "C" not null,
  literal text collate "C" not null,
  code text collate "C" not null,
  added_at timestamptz not null,
  constraint classification_value_pkey primary key (bank_id, schema_id, literal),
  constraint classification_value_code unique (bank_id, schema_id, code)
);

create table platform.classification_change (
  bank_id text not null,
  change_id uuid not null,
  schema_id text collate "C" not null,
  literal text collate "C" not null,
  code text collate "C" not null,
  -- texts of the bank by language; null: as in the starting set of the release
  texts jsonb,
  parent_literal text collate "C",
  -- the last moment at which new data may use the value
  valid_until timestamptz,
  reason text not null,
  state text collate "C" not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  effective_from timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  constraint classification_change_pkey primary key (bank_id, change_id),
  constraint classification_change_state check (state in ('proposed', 'approved', 'rejected')),
  constraint classification_change_starting_set check (
    texts is not null or (parent_literal is null and valid_until is null)),
  constraint classification_change_decided check (
    (state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint classification_change_two_employees check (
    state <> 'approved' or lower(decided_by) <> lower(proposed_by)),
  constraint classification_change_not_before_decision check (
    state <> 'approved' or effective_from >= decided_at)
);
create unique index classification_change_open on platform.classification_change (bank_id, schema_id, literal)
  where state = 'proposed';
create index classification_change_in_force
  on platform.classification_change (bank_id, schema_id, literal, effective_from, decided_at) where state = 'approved';
create index classification_change_history
  on platform.classification_change (bank_id, schema_id, literal, proposed_at, change_id);

do $$
declare
  name text;
begin
  foreach name in array array['classification_value', 'classification_change'] loop
    execute format('alter table platform.%I enable row level security', name);
    execute format('alter table platform.%I force row level security', name);
    execute format('create policy tenant on platform.%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
  end loop;
end $$;
grant select, insert on platform.classification_value to portico_app;
grant select, insert, update (state, effective_from, decided_by, decided_at) on platform.classification_change to portico_app;
