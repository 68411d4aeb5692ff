-- Verification of payees: what third parties asked, how often, and lists that the worker goes through.
-- phase: expand

create schema payee_verifications;
grant usage on schema payee_verifications to portico_app;

-- each row is one comparison that was answered; no name and no account can be read from it
create table payee_verifications.verification (
  bank_id text not null,
  verification_id uuid not null,
  organisation_id text not null,
  -- X-Request-ID of the request
  request_id text not null,
  -- what was compared: a name, or the identifiers of an organisation
  subject text not null,
  iban_hash bytea not null,
  name_hash bytea not null,
  code text not null,
  rule text not null,
  asked_at timestamptz not null,
  constraint verification_pkey primary key (bank_id, verification_id),
  constraint verification_subject check (subject in ('name', 'organisation')),
  constraint verification_code check (code in ('MTCH', 'CMTC', 'NMTC', 'NOAP'))
);
create index verification_age on payee_verifications.verification (bank_id, asked_at);

alter table payee_verifications.verification enable row level security;
alter table payee_verifications.verification force row level security;
create policy tenant on payee_verifications.verification to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payee_verifications.verification to current_user using (true);
grant select, insert, update, delete on payee_verifications.verification to portico_app;

-- how much a third party has asked; updated with every request, so pages keep room
create table payee_verifications.caller_use (
  bank_id text not null,
  organisation_id text not null,
  second_at timestamptz not null,
  second_uses integer not null,
  -- begins with the first close match after an hour without one that counts
  hour_at timestamptz not null,
  -- close matches, and requests that are not answered yet
  close_matches integer not null,
  constraint caller_use_pkey primary key (bank_id, organisation_id),
  constraint caller_use_counts check (second_uses >= 0 and close_matches >= 0)
) with (fillfactor = 50);
create index caller_use_age on payee_verifications.caller_use (bank_id, hour_at);

alter table payee_verifications.caller_use enable row level security;
alter table payee_verifications.caller_use force row level security;
create policy tenant on payee_verifications.caller_use to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payee_verifications.caller_use to current_user using (true);
grant select, insert, update, delete on payee_verifications.caller_use to portico_app;

-- names that a third party gave for an account and that did not match, or are not answered yet
create table payee_verifications.probe (
  bank_id text not null,
  organisation_id text not null,
  iban_hash bytea not null,
  name_hashes bytea[] not null,
  -- when each of them was given, in the same order
  asked_at timestamptz[] not null,
  changed_at timestamptz not null,
  constraint probe_pkey primary key (bank_id, organisation_id, iban_hash),
  constraint probe_lists check (cardinality(name_hashes) = cardinality(asked_at))
) with (fillfactor = 70);
create index probe_age on payee_verifications.probe (bank_id, changed_at);

alter table payee_verifications.probe enable row level security;
alter table payee_verifications.probe force row level security;
create policy tenant on payee_verifications.probe to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payee_verifications.probe to current_user using (true);
grant select, insert, update, delete on payee_verifications.probe to portico_app;

-- lists of payees that are verified by the worker
create table payee_verifications.bulk (
  bank_id text not null,
  bulk_id uuid not null,
  organisation_id text not null,
  request_id text not null,
  status text not null,
  entries integer not null,
  -- the payees in their order; null when they are no longer kept
  sealed_payees bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint bulk_pkey primary key (bank_id, bulk_id),
  constraint bulk_status check (status in ('pending', 'rejected', 'completed')),
  constraint bulk_entries check (entries >= 1)
);
create index bulk_age on payee_verifications.bulk (bank_id, created_at);
create index bulk_expiring on payee_verifications.bulk (bank_id, expires_at) where sealed_payees is not null;

alter table payee_verifications.bulk enable row level security;
alter table payee_verifications.bulk force row level security;
create policy tenant on payee_verifications.bulk to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payee_verifications.bulk to current_user using (true);
grant select, insert, update, delete on payee_verifications.bulk to portico_app;

create table payee_verifications.bulk_result (
  bank_id text not null,
  bulk_id uuid not null,
  -- place of the payee in the list, from 0 on
  place text collate "C" not null,
  sealed_result bytea not null,
  constraint bulk_result_pkey primary key (bank_id, bulk_id, place),
  constraint bulk_result_bulk foreign key (bank_id, bulk_id)
    references payee_verifications.bulk (bank_id, bulk_id) on delete cascade
);

alter table payee_verifications.bulk_result enable row level security;
alter table payee_verifications.bulk_result force row level security;
create policy tenant on payee_verifications.bulk_result to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payee_verifications.bulk_result to current_user using (true);
grant select, insert, update, delete on payee_verifications.bulk_result to portico_app;
