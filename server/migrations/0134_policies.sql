-- Policy values that banks choose, changed by two employees. Rows are never changed after their decision: they are the history.
-- phase: expand

create table platform.policy_change (
  bank_id text not null,
  change_id uuid not null,
  name text collate "C" not null,
  -- null: the default of the release
  value bigint,
  reason text not null,
  state text collate "C" not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  effective_from timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  constraint policy_change_pkey primary key (bank_id, change_id),
  constraint policy_change_state check (state in ('proposed', 'approved', 'rejected')),
  constraint policy_change_decided check (
    (state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint policy_change_two_employees check (state <> 'approved' or lower(decided_by) <> lower(proposed_by)),
  constraint policy_change_not_before_decision check (state <> 'approved' or effective_from >= decided_at)
);
create unique index policy_change_open on platform.policy_change (bank_id, name) where state = 'proposed';
create index policy_change_in_force on platform.policy_change (bank_id, name, effective_from, decided_at) where state = 'approved';
create index policy_change_history on platform.policy_change (bank_id, name, proposed_at, change_id);

alter table platform.policy_change enable row level security;
alter table platform.policy_change force row level security;
create policy tenant on platform.policy_change to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select, insert, update (state, effective_from, decided_by, decided_at) on platform.policy_change to portico_app;
