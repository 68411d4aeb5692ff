-- Approvals of customers: each row is the authorisation of one subject, such as a payment, by one customer.
-- phase: expand

create schema sca;
grant usage on schema sca to portico_app;

create table sca.authorisation (
  bank_id text not null,
  authorisation_id uuid not null,
  -- what is approved; the capability that owns it knows the rest
  subject_kind text not null,
  subject_id text collate "C" not null,
  -- organizationIdentifier of the third party that asks
  organisation_id text not null,
  approach text not null,
  status text not null,
  failure text,
  -- the customer, once the first factor is passed; an unknown one never passes it
  user_id text collate "C",
  wrong_passwords integer not null,
  wrong_codes integer not null,
  -- names, addresses, the chosen method and the proof that is awaited
  sealed_details bytea not null,
  -- of the link to the bank's page, and of the code with which the third party confirms
  handle_hash bytea,
  confirmation_hash bytea,
  expires_at timestamptz not null,
  link_expires_at timestamptz,
  arrived_at timestamptz,
  active_at timestamptz,
  asked_at timestamptz,
  -- when it ends if nothing more happens; null once it has ended
  ends_at timestamptz,
  ended_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint authorisation_pkey primary key (bank_id, authorisation_id),
  constraint authorisation_kind check (subject_kind in
    ('payment', 'payment-cancellation', 'consent', 'funds-confirmation-consent', 'signing-basket')),
  constraint authorisation_approach check (approach in ('EMBEDDED', 'REDIRECT', 'DECOUPLED')),
  constraint authorisation_status check (status in
    ('received', 'psuIdentified', 'psuAuthenticated', 'scaMethodSelected', 'started', 'unconfirmed', 'finalised',
     'failed', 'exempted')),
  constraint authorisation_failure check ((status = 'failed') = (failure is not null)),
  constraint authorisation_end check
    ((status in ('finalised', 'failed', 'exempted')) = (ended_at is not null) and (ended_at is null) = (ends_at is not null)),
  -- nobody approves without being known
  constraint authorisation_customer check (user_id is not null or status not in
    ('psuAuthenticated', 'scaMethodSelected', 'unconfirmed', 'finalised', 'exempted')),
  constraint authorisation_attempts check
    (wrong_passwords between 0 and 5 and wrong_codes between 0 and 5
     and (status = 'failed' or (wrong_passwords < 5 and wrong_codes < 5)))
);
create index authorisation_of_subject on sca.authorisation (bank_id, subject_kind, subject_id, created_at);
create unique index authorisation_handle on sca.authorisation (bank_id, handle_hash) where handle_hash is not null;
-- One customer approves one subject once, however many authorisations there are.
create unique index authorisation_once on sca.authorisation (bank_id, subject_kind, subject_id, user_id)
  where status in ('unconfirmed', 'finalised', 'exempted');
create index authorisation_ending on sca.authorisation (bank_id, ends_at) where ends_at is not null;
create index authorisation_ended on sca.authorisation (bank_id, ended_at) where ended_at is not null;
create index authorisation_of_user on sca.authorisation (bank_id, user_id, created_at) where user_id is not null;

alter table sca.authorisation enable row level security;
alter table sca.authorisation force row level security;
create policy tenant on sca.authorisation to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on sca.authorisation to current_user using (true);
grant select, insert, update, delete on sca.authorisation to portico_app;
