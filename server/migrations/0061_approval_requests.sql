-- Requests that a customer approves on a paired device: orders of third parties and sign-ins elsewhere.
-- phase: expand

create table client.approval_request (
  bank_id text not null,
  approval_id uuid not null,
  -- what asks: an authorisation of a third party, or the OAuth server
  source text not null,
  -- null where the named customer has no device: the same work is done, and no device sees it
  user_id text collate "C",
  device_id uuid,
  -- what the device shows and signs
  sealed_content bytea not null,
  state text not null,
  expires_at timestamptz not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint approval_request_pkey primary key (bank_id, approval_id),
  constraint approval_request_source check (source in ('order', 'sign-in')),
  constraint approval_request_state check (state in ('open', 'approved', 'refused', 'withdrawn')),
  constraint approval_request_device check ((user_id is null) = (device_id is null))
);
create index approval_request_open on client.approval_request (bank_id, user_id, device_id, expires_at)
  where state = 'open' and user_id is not null;
create index approval_request_end on client.approval_request (bank_id, expires_at);

alter table client.approval_request enable row level security;
alter table client.approval_request force row level security;
create policy tenant on client.approval_request to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on client.approval_request to current_user using (true);
grant select, insert, update, delete on client.approval_request to portico_app;
