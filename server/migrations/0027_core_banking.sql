-- How far the changes of each bank's core banking system have been read.
-- phase: expand

create schema core_banking;
grant usage on schema core_banking to portico_app;

create table core_banking.feed (
  bank_id text not null,
  -- opaque: the core gave it
  cursor text,
  read_at timestamptz not null,
  constraint feed_pkey primary key (bank_id)
);
alter table core_banking.feed enable row level security;
alter table core_banking.feed force row level security;
create policy tenant on core_banking.feed to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select, insert, update on core_banking.feed to portico_app;
