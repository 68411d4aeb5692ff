-- Devices with the bank's app, and the codes with which they are paired.
-- phase: expand

-- One row for each pairing. An app installation that is paired again gets a new row; an unpaired one stays unpaired.
create table client.device (
  bank_id text not null,
  pairing_id uuid not null,
  -- of the app installation, chosen by it
  device_id uuid not null,
  user_id text collate "C" not null,
  status text not null,
  platform text not null,
  -- SubjectPublicKeyInfo of the P-256 key in the hardware of the device
  public_key bytea not null,
  -- what vouched for the key: `software`, `android-tee`, `android-strongbox`, `apple-app-attest`
  attested_by text not null,
  -- nickname, model and version of the operating system
  sealed_details bytea not null,
  push_platform text,
  -- where push messages are sent; deleted when the device is unpaired
  sealed_push bytea,
  -- who blocks it: `agent`, `restriction`
  blocks text[] not null,
  -- until when the first code of the device must be verified; later the device is unpaired
  confirm_until timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  unpaired_at timestamptz,
  unpair_reason text,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint device_pkey primary key (bank_id, pairing_id),
  constraint device_status check (status in ('awaiting-confirmation', 'active', 'blocked', 'unpaired')),
  constraint device_platform check (platform in ('ios', 'android', 'other')),
  constraint device_push check (push_platform in ('apns', 'fcm', 'web-push')
    and (sealed_push is null or push_platform is not null)),
  constraint device_blocks check (blocks <@ array['agent', 'restriction']
    and (status = 'unpaired' or (status = 'blocked') = (cardinality(blocks) > 0))),
  constraint device_confirmed check (status not in ('active', 'blocked') or confirmed_at is not null),
  constraint device_unpaired check ((status = 'unpaired') = (unpaired_at is not null)
    and (unpaired_at is null) = (unpair_reason is null) and (unpaired_at is null or sealed_push is null))
) with (fillfactor = 80);
-- An installation is paired with one user at a time.
create unique index device_live on client.device (bank_id, device_id) where status <> 'unpaired';
create index device_of_user on client.device (bank_id, user_id, created_at);
create index device_awaiting on client.device (bank_id, confirm_until) where status = 'awaiting-confirmation';
create index device_unpaired on client.device (bank_id, unpaired_at) where unpaired_at is not null;

create table client.activation_code (
  bank_id text not null,
  activation_id uuid not null,
  user_id text collate "C" not null,
  -- keyed hash of the code
  code_hash bytea not null,
  state text not null,
  -- redemptions of this code with a failed proof or attestation
  failures integer not null,
  expires_at timestamptz not null,
  -- the pairing that used it
  pairing_id uuid,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint activation_code_pkey primary key (bank_id, activation_id),
  constraint activation_code_hash check (octet_length(code_hash) = 32),
  constraint activation_code_state check (state in ('issued', 'used', 'replaced', 'exhausted')),
  constraint activation_code_failures check (failures between 0 and 5 and (failures < 5 or state = 'exhausted')),
  constraint activation_code_pairing check ((state = 'used') = (pairing_id is not null))
) with (fillfactor = 80);
create unique index activation_code_value on client.activation_code (bank_id, code_hash);
create unique index activation_code_open on client.activation_code (bank_id, user_id) where state = 'issued';
create index activation_code_of_user on client.activation_code (bank_id, user_id, created_at);
create index activation_code_created on client.activation_code (created_at, bank_id);

-- Uses within the last hours, by source address: wrong activation codes and offline sign-ins.
create table client.address_quota (
  bank_id text not null,
  scope text not null,
  quota_key bytea not null,
  uses timestamptz[] not null,
  used_on date not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint address_quota_pkey primary key (bank_id, scope, quota_key),
  constraint address_quota_scope check (scope in ('activation', 'offline'))
) with (fillfactor = 70);
create index address_quota_used on client.address_quota (used_on, bank_id);

do $$
declare name text;
begin
  foreach name in array array['device', 'activation_code', 'address_quota']
  loop
    execute format('alter table client.%I enable row level security', name);
    execute format('alter table client.%I force row level security', name);
    execute format('create policy tenant on client.%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
    execute format('create policy owner on client.%I to current_user using (true)', name);
    execute format('grant select, insert, update, delete on client.%I to portico_app', name);
  end loop;
end $$;
