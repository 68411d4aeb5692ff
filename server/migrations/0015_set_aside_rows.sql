-- Rows that timed work could not process are set aside, so that one of them never stops the others.
-- phase: expand

create table platform.set_aside_row (
  bank_id text not null,
  -- Which part of which timed work, for example `tidy-identity/close-pending`.
  job text not null,
  row_key text not null,
  attempts integer not null default 1,
  -- A name and a code, never a text.
  last_error text not null,
  set_aside_at timestamptz not null,
  failed_at timestamptz not null,
  -- Until then the row is left out.
  retry_at timestamptz not null,
  constraint set_aside_row_pkey primary key (bank_id, job, row_key),
  constraint set_aside_row_attempts check (attempts > 0)
);

alter table platform.set_aside_row enable row level security;
alter table platform.set_aside_row force row level security;
create policy tenant on platform.set_aside_row to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy worker on platform.set_aside_row to portico_worker using (true);

grant select, insert, update, delete on platform.set_aside_row to portico_app;
-- The worker counts them for the health check, and lets an operator have one tried again at once.
grant select, update (retry_at) on platform.set_aside_row to portico_worker;
