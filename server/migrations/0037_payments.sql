-- Payments that third parties initiate for customers: each row is one order, from its receipt to its end.
-- phase: expand

create schema payments;
grant usage on schema payments to portico_app;

create table payments.payment (
  bank_id text not null,
  -- also the id of the instruction in the core, and so the key under which money moves once
  payment_id uuid not null,
  -- organizationIdentifier and name of the third party
  organisation_id text not null,
  third_party_name text not null,
  -- as the path names it
  product text not null,
  -- how it was ordered, and how it is read again
  format text not null,
  status text not null,
  -- of ISO 20022, for rejected and cancelled payments
  reason text,
  -- customer number of the owner of the account; null while the payer has still to choose the account
  owner text collate "C",
  -- whether the order leaves the account to the payer; false from the first signature on
  leaves_account_open boolean not null,
  -- the order: amount, accounts, names, texts
  sealed_payment bytea not null,
  -- as it was submitted; null for JSON, of which the order has everything
  sealed_document bytea,
  document_hash bytea not null,
  -- MsgId of a pain.001 document: a third party uses each once
  message_id text collate "C",
  requested_date date,
  -- the first business day from the requested one on; null: at once
  execution_date date,
  -- the third party wants no waiting for funds
  is_rejected_without_funds boolean not null,
  -- of the last check; null before one
  has_funds boolean,
  expires_at timestamptz not null,
  -- when a worker takes it up next; a worker that has it moves the time ahead, so that another one finds it if the
  -- first dies; null while it is not approved and after the core has it
  due_at timestamptz,
  approved_at timestamptz,
  -- when it was released for the core; from then on the core may have it
  released_at timestamptz,
  ended_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint payment_pkey primary key (bank_id, payment_id),
  constraint payment_format check (format in ('json', 'pain.001.001.03', 'pain.001.001.09')),
  constraint payment_status check (status in
    ('RCVD', 'PATC', 'ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC')),
  constraint payment_reason check ((status in ('RJCT', 'CANC')) = (reason is not null)),
  constraint payment_document check ((format = 'json') = (sealed_document is null)),
  constraint payment_document_hash check (octet_length(document_hash) = 32),
  constraint payment_end check ((status in ('ACSC', 'ACCC', 'RJCT', 'CANC')) = (ended_at is not null)),
  -- an approved payment has an owner, and only such a one is submitted
  constraint payment_owner check (owner is not null or status in ('RCVD', 'RJCT', 'CANC')),
  constraint payment_approval check (approved_at is not null or status in ('RCVD', 'PATC', 'RJCT', 'CANC')),
  constraint payment_due check (due_at is null or (approved_at is not null and ended_at is null)),
  constraint payment_execution check (execution_date is null or execution_date >= requested_date),
  constraint payment_release check (released_at is null or approved_at is not null)
);
create index payment_due_at on payments.payment (bank_id, due_at) where due_at is not null;
create index payment_expiring on payments.payment (bank_id, expires_at) where status in ('RCVD', 'PATC');
create index payment_ended on payments.payment (bank_id, ended_at) where ended_at is not null;
create unique index payment_message on payments.payment (bank_id, organisation_id, message_id)
  where message_id is not null;
create index payment_of_owner on payments.payment (bank_id, owner, created_at) where owner is not null;

alter table payments.payment enable row level security;
alter table payments.payment force row level security;
create policy tenant on payments.payment to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.payment to current_user using (true);
grant select, insert, update, delete on payments.payment to portico_app;
