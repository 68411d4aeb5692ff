-- Bulks whose payees are verified before their approval.
-- phase: expand

-- What the worker needs to verify the payees of a bulk, from its initiation until all are verified.
create table payments.bulk_check (
  bank_id text not null,
  payment_id uuid not null,
  -- the third party whose limits count
  organisation_id text collate "C" not null,
  -- X-Request-ID of the initiation, for the log of verifications
  request_id text not null,
  -- when a worker takes it up next; a worker that has it moves the time ahead
  due_at timestamptz not null,
  -- a worker has it until it is due
  is_taken boolean not null default false,
  constraint bulk_check_pkey primary key (bank_id, payment_id)
) with (fillfactor = 80);
create index bulk_check_waiting on payments.bulk_check (bank_id, organisation_id);

-- Results for the transfers of a chunk, in their order.
create table payments.bulk_check_chunk (
  bank_id text not null,
  payment_id uuid not null,
  chunk_no integer not null,
  -- has names of holders after close matches
  sealed_results bytea not null,
  constraint bulk_check_chunk_pkey primary key (bank_id, payment_id, chunk_no)
);

alter table payments.bulk_check enable row level security;
alter table payments.bulk_check force row level security;
create policy tenant on payments.bulk_check to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.bulk_check to current_user using (true);
grant select, insert, update, delete on payments.bulk_check to portico_app;

alter table payments.bulk_check_chunk enable row level security;
alter table payments.bulk_check_chunk force row level security;
create policy tenant on payments.bulk_check_chunk to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.bulk_check_chunk to current_user using (true);
grant select, insert, update, delete on payments.bulk_check_chunk to portico_app;
