-- Changes of signing rules, groups and absences by two employees; memberships that ended; absences that end early.
-- phase: expand

create table "authorization".signing_change (
  bank_id text not null,
  change_id uuid not null,
  owner text collate "C" not null,
  -- what the change is about, such as rules or one group: one change of it waits at a time
  subject text collate "C" not null,
  content jsonb not null,
  reason text not null,
  state text collate "C" not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  -- the resource that the owner signed instead of a second employee
  signed_resource_id text,
  constraint signing_change_pkey primary key (bank_id, change_id),
  constraint signing_change_state check (state in ('proposed', 'approved', 'rejected')),
  constraint signing_change_decided check (
    (state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint signing_change_two_employees check (
    state <> 'approved' or signed_resource_id is not null or lower(decided_by) <> lower(proposed_by))
);
create unique index signing_change_open on "authorization".signing_change (bank_id, owner, subject)
  where state = 'proposed';
create index signing_change_history on "authorization".signing_change (bank_id, owner, proposed_at, change_id);
create index signing_change_waiting on "authorization".signing_change (bank_id, proposed_at, change_id)
  where state = 'proposed';

-- Periods of memberships that are over. A signature counts by the membership of its time.
create table "authorization".signing_group_past (
  bank_id text not null,
  owner text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  change_id uuid not null,
  constraint signing_group_past_pkey primary key (bank_id, owner, group_id, user_id, valid_from),
  constraint signing_group_past_time check (valid_until > valid_from)
);
create index signing_group_past_ended on "authorization".signing_group_past (bank_id, owner, group_id, valid_until);

alter table "authorization".signing_absence add column ended_at timestamptz;
alter table "authorization".signing_rule add column change_id uuid;
alter table "authorization".signing_rule add column retired_change_id uuid;
do $$
declare
  name text;
begin
  foreach name in array array['signing_change', 'signing_group_past'] loop
    execute format('alter table "authorization".%I enable row level security', name);
    execute format('alter table "authorization".%I force row level security', name);
    execute format('create policy tenant on "authorization".%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
  end loop;
end $$;
grant select, insert, update (state, decided_by, decided_at) on "authorization".signing_change to portico_app;
grant select, insert on "authorization".signing_group_past to portico_app;
