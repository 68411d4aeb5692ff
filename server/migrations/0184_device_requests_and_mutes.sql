-- Requests to devices over all that ask: what one of them does not get an answer to takes nothing from the others.
-- phase: expand

-- Requests to the devices of customers, also to those of names that no user has: no difference may show.
create table sca.device_request (
  bank_id text not null,
  request_id uuid not null,
  -- user id, or a keyed hash of a name that no user has
  customer text collate "C" not null,
  -- the third party or application that asks, or the bank's own page
  asker text collate "C" not null,
  asker_name text not null,
  asked_at timestamptz not null,
  -- when it stops waiting; earlier if it was answered, replaced or withdrawn
  ends_at timestamptz not null,
  answer text,
  constraint device_request_pkey primary key (bank_id, request_id),
  constraint device_request_answer check (answer in ('approved', 'declined'))
) with (fillfactor = 80);
create index device_request_of_customer on sca.device_request (bank_id, customer, asked_at);
create index device_request_age on sca.device_request (bank_id, asked_at);

-- Askers whose requests do not reach the devices of a customer for a while.
create table sca.device_mute (
  bank_id text not null,
  -- customer number, or user id of a user without one
  owner text collate "C" not null,
  asker text collate "C" not null,
  asker_name text not null,
  ends_at timestamptz not null,
  constraint device_mute_pkey primary key (bank_id, owner, asker)
);
create index device_mute_end on sca.device_mute (bank_id, ends_at);

alter table sca.device_request enable row level security;
alter table sca.device_request force row level security;
create policy tenant on sca.device_request to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on sca.device_request to current_user using (true);
grant select, insert, update, delete on sca.device_request to portico_app;

alter table sca.device_mute enable row level security;
alter table sca.device_mute force row level security;
create policy tenant on sca.device_mute to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on sca.device_mute to current_user using (true);
grant select, insert, update, delete on sca.device_mute to portico_app;
