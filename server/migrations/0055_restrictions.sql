-- What clients must not do at the moment, and frauds that were reported.
-- phase: expand

create table client.restriction (
  bank_id text not null,
  restriction_id uuid not null,
  client_number text collate "C" not null,
  kind text not null,
  -- accounts, cards and devices that it concerns; all of the client if it has none
  is_scoped boolean not null,
  set_by text not null,
  -- scope, reason, note, and who set and lifted it
  sealed_details bytea not null,
  state text not null,
  set_at timestamptz not null,
  -- null: until it is lifted
  expires_at timestamptz,
  ended_at timestamptz,
  -- the first of the two employees who lift a restriction of the bank
  lift_proposed_by text,
  lift_proposed_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint restriction_pkey primary key (bank_id, restriction_id),
  constraint restriction_kind check (kind in
    ('login-block', 'payment-block', 'card-block', 'new-payee-block', 'device-block', 'foreign-payment-block',
     'estate-hold', 'court-order')),
  constraint restriction_set_by check (set_by in ('client', 'bank')),
  constraint restriction_state check (state in ('active', 'expired', 'lifted')),
  constraint restriction_end check ((state = 'active') = (ended_at is null)),
  constraint restriction_expiry check (state <> 'expired' or expires_at is not null),
  constraint restriction_proposal check ((lift_proposed_by is null) = (lift_proposed_at is null))
);
-- Scopes are encrypted; commands compare them under the lock of the client.
create unique index restriction_once on client.restriction (bank_id, client_number, kind, set_by)
  where state = 'active' and not is_scoped;
create index restriction_of_client on client.restriction (bank_id, client_number, set_at);
create index restriction_expiring on client.restriction (bank_id, expires_at)
  where state = 'active' and expires_at is not null;
create index restriction_ended on client.restriction (bank_id, ended_at) where ended_at is not null;

alter table client.restriction enable row level security;
alter table client.restriction force row level security;
create policy tenant on client.restriction to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on client.restriction to current_user using (true);
grant select, insert, update, delete on client.restriction to portico_app;

create table client.fraud_report (
  bank_id text not null,
  report_id uuid not null,
  client_number text collate "C" not null,
  state text not null,
  is_blocking boolean not null,
  -- category, description, references, time and telephone number, and who reported it
  sealed_details bytea not null,
  reported_at timestamptz not null,
  closed_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint fraud_report_pkey primary key (bank_id, report_id),
  constraint fraud_report_state check (state in ('received', 'under-review', 'confirmed', 'dismissed', 'closed')),
  constraint fraud_report_end check ((state = 'closed') = (closed_at is not null))
);
create index fraud_report_of_client on client.fraud_report (bank_id, client_number, reported_at);
create index fraud_report_closed on client.fraud_report (bank_id, closed_at) where closed_at is not null;

alter table client.fraud_report enable row level security;
alter table client.fraud_report force row level security;
create policy tenant on client.fraud_report to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on client.fraud_report to current_user using (true);
grant select, insert, update, delete on client.fraud_report to portico_app;
