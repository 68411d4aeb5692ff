-- Passwords through third parties are counted by third party, and passkeys approve what a page shows.
-- phase: expand

-- A class per third party, such as 'third-party PSDDE-BAFIN-12345'. Not validated: existing rows met the narrower rule.
alter table identity.login_attempts drop constraint login_attempts_class;
alter table identity.login_attempts add constraint login_attempts_class check (
  device_class in ('paired', 'other', 'temporary', 'answers') or device_class like 'third-party _%') not valid;

-- An approval that waits for a passkey; deleted when it is used.
create table identity.passkey_proof (
  bank_id text not null,
  proof_id text collate "C" not null,
  user_id text collate "C" not null,
  -- the nonce of the challenge, and the origin of the page
  sealed_state bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint passkey_proof_pkey primary key (bank_id, proof_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index passkey_proof_user on identity.passkey_proof (bank_id, user_id, created_at);
create index passkey_proof_expires on identity.passkey_proof (expires_at, bank_id);

alter table identity.passkey_proof enable row level security;
alter table identity.passkey_proof force row level security;
create policy tenant on identity.passkey_proof to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on identity.passkey_proof to current_user using (true);
grant select, insert, update, delete on identity.passkey_proof to portico_app;
