-- Bulk payments: many transfers from one account under one approval. The payment is the bulk; its transfers are entries.
-- phase: expand

-- as the path names it
alter table payments.payment add column service text not null default 'payments';
alter table payments.payment add constraint payment_service
  check (service in ('payments', 'bulk-payments')) not valid;

-- PART: some transfers of a bulk were executed, others rejected
alter table payments.payment drop constraint payment_status;
alter table payments.payment add constraint payment_status check (status in
  ('RCVD', 'PATC', 'ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'PART', 'RJCT', 'CANC')) not valid;
alter table payments.payment drop constraint payment_end;
alter table payments.payment add constraint payment_end
  check ((status in ('ACSC', 'ACCC', 'PART', 'RJCT', 'CANC')) = (ended_at is not null)) not valid;
-- a bulk is read again as it was submitted, also if it is JSON
alter table payments.payment drop constraint payment_document;
alter table payments.payment add constraint payment_document
  check ((service <> 'bulk-payments' and format = 'json') = (sealed_document is null)) not valid;

-- What a bulk has beside its payment. Its queue is its own: a worker of an earlier release takes up no bulk.
create table payments.bulk_payment (
  bank_id text not null,
  payment_id uuid not null,
  entry_count integer not null,
  -- when a worker takes it up next; a worker that has it moves the time ahead; null while it is not approved and after
  -- its end
  due_at timestamptz,
  -- of ISO 20022: transfers that have not started are rejected for this reason
  stop_reason text,
  constraint bulk_payment_pkey primary key (bank_id, payment_id),
  constraint bulk_payment_count check (entry_count > 0)
);
create index bulk_payment_due on payments.bulk_payment (bank_id, due_at) where due_at is not null;

-- Transfers in the order of the document, a hundred in a row.
create table payments.bulk_chunk (
  bank_id text not null,
  payment_id uuid not null,
  chunk_no integer not null,
  sealed_entries bytea not null,
  -- when its transfers were about to be submitted; from then on the core may have each of them
  started_at timestamptz,
  -- when the core had answered for each of them
  submitted_at timestamptz,
  constraint bulk_chunk_pkey primary key (bank_id, payment_id, chunk_no),
  constraint bulk_chunk_order check (submitted_at is null or started_at is not null)
);

-- The state of each transfer, from its submission on.
create table payments.bulk_entry (
  bank_id text not null,
  payment_id uuid not null,
  entry_no integer not null,
  -- id of the instruction in the core; follows from the payment and the number, so that a restored database has the same
  entry_id uuid not null,
  status text not null,
  reason text,
  constraint bulk_entry_pkey primary key (bank_id, payment_id, entry_no),
  constraint bulk_entry_status check (status in ('ACTC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC')),
  constraint bulk_entry_reason check ((status in ('RJCT', 'CANC')) = (reason is not null))
) with (fillfactor = 80);
create unique index bulk_entry_instruction on payments.bulk_entry (bank_id, entry_id);

alter table payments.bulk_payment enable row level security;
alter table payments.bulk_payment force row level security;
create policy tenant on payments.bulk_payment to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.bulk_payment to current_user using (true);
grant select, insert, update, delete on payments.bulk_payment to portico_app;

alter table payments.bulk_chunk enable row level security;
alter table payments.bulk_chunk force row level security;
create policy tenant on payments.bulk_chunk to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.bulk_chunk to current_user using (true);
grant select, insert, update, delete on payments.bulk_chunk to portico_app;

alter table payments.bulk_entry enable row level security;
alter table payments.bulk_entry force row level security;
create policy tenant on payments.bulk_entry to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.bulk_entry to current_user using (true);
grant select, insert, update, delete on payments.bulk_entry to portico_app;
