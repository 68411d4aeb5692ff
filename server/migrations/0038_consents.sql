-- Consents to account information, and how often third parties used them.
-- phase: expand

create schema consents;
grant usage on schema consents to portico_app;

-- each row lets one third party read accounts of one customer
create table consents.consent (
  bank_id text not null,
  consent_id uuid not null,
  -- organizationIdentifier and name of the third party
  organisation_id text not null,
  third_party_name text not null,
  status text not null,
  -- customer number of the owner of the accounts; null while it is not known who approves
  owner text collate "C",
  -- customers of whom each may approve alone; empty: every customer, for the own accounts
  holders text[] collate "C" not null,
  -- the user who gave the first signature
  user_id text collate "C",
  -- customer number of that user, where it signed by a mandate of the owner
  proxy text collate "C",
  -- whether the request leaves the accounts to the customer; false from the first signature on
  leaves_accounts_open boolean not null,
  -- what may be read: the accounts and their data
  sealed_access bytea not null,
  is_recurring boolean not null,
  valid_until date not null,
  frequency_per_day integer not null,
  -- may be named when a payment is initiated
  is_combined boolean not null,
  -- replaces the former one of the same third party and customer
  is_sole boolean not null,
  -- end of its life without approval
  expires_at timestamptz not null,
  -- end of its life with approval; null before
  ends_at timestamptz,
  approved_at timestamptz,
  -- when its status changed last
  changed_at timestamptz not null,
  ended_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint consent_pkey primary key (bank_id, consent_id),
  constraint consent_status check (status in
    ('received', 'partiallyAuthorised', 'valid', 'rejected', 'revokedByPsu', 'expired', 'terminatedByTpp')),
  constraint consent_frequency check (frequency_per_day >= 1),
  constraint consent_end check ((status in ('received', 'partiallyAuthorised', 'valid')) = (ended_at is null)),
  -- a signed consent says for whom, and by whom
  constraint consent_signed check ((owner is not null and user_id is not null)
    or status in ('received', 'rejected', 'terminatedByTpp')),
  constraint consent_approval check ((approved_at is null) = (ends_at is null)
    and (approved_at is not null or status not in ('valid', 'expired', 'revokedByPsu'))),
  constraint consent_sole check (is_recurring or not is_sole)
);
-- a third party has one recurring consent of a customer, unless the bank allows several
create unique index consent_sole_valid on consents.consent (bank_id, organisation_id, user_id, owner)
  where status = 'valid' and is_sole;
create index consent_expiring on consents.consent (bank_id, expires_at)
  where status in ('received', 'partiallyAuthorised');
create index consent_ending on consents.consent (bank_id, ends_at) where status = 'valid';
create index consent_ended on consents.consent (bank_id, ended_at) where ended_at is not null;
create index consent_of_owner on consents.consent (bank_id, owner, created_at) where owner is not null;
-- unsigned consents to joint accounts have no owner yet; an erasure finds them by their holders
create index consent_of_holder on consents.consent using gin (holders) where owner is null;
create index consent_of_user on consents.consent (bank_id, user_id) where user_id is not null;

alter table consents.consent enable row level security;
alter table consents.consent force row level security;
create policy tenant on consents.consent to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on consents.consent to current_user using (true);
grant select, insert, update, delete on consents.consent to portico_app;

-- reads of third parties without the customer
create table consents.access_use (
  bank_id text not null,
  consent_id uuid not null,
  -- day of the bank; for a consent for one access the day of its approval
  used_on date not null,
  -- what was read: the operation, and the account where there is one
  target text collate "C" not null,
  uses integer not null,
  constraint access_use_pkey primary key (bank_id, consent_id, used_on, target),
  constraint access_use_uses check (uses >= 1)
);
create index access_use_day on consents.access_use (bank_id, used_on);

alter table consents.access_use enable row level security;
alter table consents.access_use force row level security;
create policy tenant on consents.access_use to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on consents.access_use to current_user using (true);
grant select, insert, update, delete on consents.access_use to portico_app;
