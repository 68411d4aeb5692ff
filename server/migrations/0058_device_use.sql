-- Proofs of codes are found by user and action, and offline sign-ins are used once.
-- phase: expand
-- transaction: per step

-- step: the latest proof of a code by SMS, where a request cannot name it
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists otp_verification_unused on "authorization".otp_verification
  (bank_id, subject, action, verified_at) where verified_at is not null and consumed_at is null;

-- step: offline sign-ins
-- A code of a device was verified without a session; the token that proves it is used once.
create table if not exists client.offline_login (
  bank_id text not null,
  offline_login_id uuid not null,
  user_id text collate "C" not null,
  device_id uuid,
  expires_at timestamptz not null,
  exchanged_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint offline_login_pkey primary key (bank_id, offline_login_id)
);
create index if not exists offline_login_expires on client.offline_login (expires_at, bank_id);
create index if not exists offline_login_of_user on client.offline_login (bank_id, user_id);
alter table client.offline_login enable row level security;
alter table client.offline_login force row level security;
drop policy if exists tenant on client.offline_login;
create policy tenant on client.offline_login to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
drop policy if exists owner on client.offline_login;
create policy owner on client.offline_login to current_user using (true);
grant select, insert, update, delete on client.offline_login to portico_app;
