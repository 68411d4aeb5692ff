-- Authorization: second factors, what guards them against guessing and misuse, and who must sign what.
-- phase: expand

create schema "authorization";
grant usage on schema "authorization" to portico_app;

-- One row per person over all their second factors, codes and sessions; a stranger's name or number has one as well.
create table "authorization".factor_guard (
  bank_id text not null,
  -- user id, or a keyed hash of whatever was given where nobody is known by it
  subject text collate "C" not null,
  -- attempts that failed or are under way, oldest first
  tries timestamptz[] not null,
  -- failures in a row
  streak integer not null,
  -- times at which failures in a row led to a block
  blocks timestamptz[] not null,
  locked_until timestamptz,
  -- blocked until somebody of the bank lifts it
  is_suspended boolean not null,
  -- attempts in any 24 hours; the smallest over the factors the person has
  daily_cap integer not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint factor_guard_pkey primary key (bank_id, subject),
  constraint factor_guard_streak check (streak between 0 and 5),
  constraint factor_guard_tries check (cardinality(tries) <= 20),
  constraint factor_guard_cap check (daily_cap between 1 and 20)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create index factor_guard_untouched on "authorization".factor_guard (modified_at, bank_id);

-- One code on its way to somebody, or one that only looks like it: what cannot be told apart lies in one table.
create table "authorization".otp_verification (
  bank_id text not null,
  verification_id text collate "C" not null,
  client_id text not null,
  -- absent when it goes to a number or address of nobody we know
  user_id text collate "C",
  subject text collate "C" not null,
  channel text not null,
  action text not null,
  -- keyed hash of the number or address
  recipient_index bytea not null,
  -- keyed hash of the code with its id
  code_digest bytea not null,
  digits integer not null,
  -- code, address and text, sealed; the code leaves it when it is handed over
  sealed_text bytea not null,
  is_decoy boolean not null,
  attempts integer not null,
  attempts_max integer not null,
  -- where the sending is counted, so that an honest recipient counts for his neighbours
  prefix text,
  country text,
  -- when the code is due to be handed over to delivery; empty when that is done
  hand_over_at timestamptz,
  communication_id uuid,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  verified_at timestamptz,
  proof_until timestamptz,
  consumed_at timestamptz,
  consumed_by text,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint otp_verification_pkey primary key (bank_id, verification_id),
  constraint otp_verification_channel check (channel in ('sms', 'email')),
  constraint otp_verification_attempts check (attempts between 0 and attempts_max),
  constraint otp_verification_decoy check (not is_decoy or verified_at is null),
  constraint otp_verification_proof check ((verified_at is null) = (proof_until is null)),
  constraint otp_verification_consumed check (consumed_at is null or verified_at is not null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index otp_verification_open on "authorization".otp_verification (bank_id, subject, action)
  where verified_at is null and superseded_at is null;
create index otp_verification_superseded on "authorization".otp_verification (bank_id, subject, action, created_at)
  where superseded_at is not null and communication_id is not null;
create index otp_verification_to_hand_over on "authorization".otp_verification (hand_over_at, bank_id)
  where hand_over_at is not null;
create index otp_verification_created on "authorization".otp_verification (created_at, bank_id);

-- When something was sent to one number or address, newest last.
create table "authorization".recipient_sends (
  bank_id text not null,
  recipient_index bytea not null,
  sends timestamptz[] not null,
  modified_at timestamptz not null,
  constraint recipient_sends_pkey primary key (bank_id, recipient_index),
  constraint recipient_sends_count check (cardinality(sends) <= 20)
) with (fillfactor = 70);
create index recipient_sends_untouched on "authorization".recipient_sends (modified_at, bank_id);

-- What was sent in an hour, and how much of it was used: by block of numbers, country, client and bank.
create table "authorization".send_tally (
  bank_id text not null,
  scope text not null,
  tally_key text collate "C" not null,
  hour timestamptz not null,
  sent integer not null,
  used integer not null,
  constraint send_tally_pkey primary key (bank_id, scope, tally_key, hour),
  constraint send_tally_scope check (scope in ('prefix', 'country', 'client', 'bank')),
  constraint send_tally_used check (used between 0 and sent)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index send_tally_hour on "authorization".send_tally (hour, bank_id);

-- Keys that seal seeds, each wrapped under one that never leaves its home.
create table "authorization".data_key (
  bank_id text not null,
  -- counts up: of two that make the next one at once, one finds the place taken
  key_id bytea not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  constraint data_key_pkey primary key (bank_id, key_id),
  constraint data_key_id check (octet_length(key_id) = 8)
);

-- Tokens that make codes: apps and hardware.
create table "authorization".oath_token (
  bank_id text not null,
  token_id uuid not null,
  -- absent as long as a token from a delivery belongs to nobody
  user_id text collate "C",
  device_id text,
  serial text collate "C",
  kind text not null,
  -- hash of HOTP and TOTP, the whole suite of OCRA
  suite text not null,
  digits integer not null,
  step_seconds integer not null,
  sealed_seed bytea not null,
  status text not null,
  -- HOTP: the next counter; TOTP: the last accepted step, none before the first
  counter bigint,
  drift integer not null,
  -- on which side of its window the last code stood
  lean integer not null,
  -- a code further ahead was seen; the one after it proves the token
  resync_counter bigint,
  resync_until timestamptz,
  last_success_at timestamptz,
  last_success_client text,
  proof_consumed_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint oath_token_pkey primary key (bank_id, token_id),
  constraint oath_token_kind check (kind in ('totp', 'hotp', 'ocra')),
  constraint oath_token_status check (status in ('stock', 'awaiting-confirmation', 'active', 'blocked', 'ended')),
  constraint oath_token_owner check ((status = 'stock') = (user_id is null) or status = 'ended'),
  constraint oath_token_resync check ((resync_counter is null) = (resync_until is null))
) with (fillfactor = 80);
create unique index oath_token_serial on "authorization".oath_token (bank_id, serial) where serial is not null;
create index oath_token_of_user on "authorization".oath_token (bank_id, user_id) where user_id is not null;

-- Challenges made within one instant are in no order; these are.
create sequence "authorization".challenge_position;
grant usage on sequence "authorization".challenge_position to portico_app;

create table "authorization".ocra_challenge (
  bank_id text not null,
  challenge_id text collate "C" not null,
  position bigint not null default nextval('"authorization".challenge_position'),
  client_id text not null,
  user_id text collate "C",
  subject text collate "C" not null,
  mode text not null,
  -- the data that a right response agrees to; of mode `random` there is none
  signature_digest bytea,
  challenge_code text not null,
  is_decoy boolean not null,
  attempts integer not null,
  attempts_max integer not null,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  voided_at timestamptz,
  verified_at timestamptz,
  proof_until timestamptz,
  consumed_at timestamptz,
  consumed_by text,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint ocra_challenge_pkey primary key (bank_id, challenge_id),
  constraint ocra_challenge_mode check (mode in ('random', 'signature')),
  constraint ocra_challenge_digest check ((mode = 'signature') = (signature_digest is not null)),
  constraint ocra_challenge_attempts check (attempts between 0 and attempts_max),
  constraint ocra_challenge_decoy check (not is_decoy or verified_at is null),
  constraint ocra_challenge_proof check ((verified_at is null) = (proof_until is null)),
  constraint ocra_challenge_consumed check (consumed_at is null or verified_at is not null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index ocra_challenge_open on "authorization".ocra_challenge (bank_id, subject, created_at)
  where verified_at is null and superseded_at is null and voided_at is null;
create index ocra_challenge_created on "authorization".ocra_challenge (created_at, bank_id);

-- Who must sign what. A change is a new version; what was open under an older one goes on under it.
create table "authorization".signing_rule (
  bank_id text not null,
  rule_id text collate "C" not null,
  version integer not null,
  status text not null,
  -- corporate id or customer number; * is the bank's own
  owner text collate "C" not null,
  is_mandatory boolean not null,
  resource_kind text not null,
  authorization_type text not null,
  transaction_type text not null,
  account text not null,
  currency text not null,
  -- in the smallest unit of the currency; of * that of the bank's reference currency
  amount_from bigint not null,
  amount_to bigint,
  -- the whole rule as it was checked
  document jsonb not null,
  valid_from timestamptz not null,
  valid_until timestamptz,
  activated_by text,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint signing_rule_pkey primary key (bank_id, rule_id, version),
  constraint signing_rule_status check (status in ('draft', 'active', 'retired')),
  constraint signing_rule_mandatory check (not is_mandatory or owner = '*'),
  constraint signing_rule_band check (amount_from >= 0 and (amount_to is null or amount_to > amount_from))
);
create index signing_rule_effective on "authorization".signing_rule
  (bank_id, owner, resource_kind, account, currency, amount_from) where status = 'active';
create unique index signing_rule_active on "authorization".signing_rule (bank_id, rule_id) where status = 'active';

create table "authorization".signing_group_member (
  bank_id text not null,
  -- * holds the bank's own groups
  owner text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  valid_from timestamptz not null,
  valid_until timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint signing_group_member_pkey primary key (bank_id, owner, group_id, user_id),
  constraint signing_group_member_time check (valid_until is null or valid_until > valid_from)
);
create index signing_group_member_of_user on "authorization".signing_group_member (bank_id, user_id);

-- Somebody is away, and somebody may sign in their place meanwhile.
create table "authorization".signing_absence (
  bank_id text not null,
  absence_id uuid not null,
  owner text collate "C" not null,
  user_id text collate "C" not null,
  delegate_id text collate "C",
  absent_from timestamptz not null,
  absent_until timestamptz not null,
  created_at timestamptz not null,
  constraint signing_absence_pkey primary key (bank_id, absence_id),
  constraint signing_absence_time check (absent_until > absent_from),
  constraint signing_absence_delegate check (delegate_id is null or delegate_id <> user_id)
);
create index signing_absence_of_owner on "authorization".signing_absence (bank_id, owner, absent_until);

-- Held while somebody signs and while somebody loses the right to: neither overlooks the other.
create table "authorization".signer (
  bank_id text not null,
  user_id text collate "C" not null,
  created_at timestamptz not null,
  constraint signer_pkey primary key (bank_id, user_id)
);

create table "authorization".signature_collection (
  bank_id text not null,
  -- whose thing it is comes first: nobody can lay a collection of their own in somebody else's way
  owner text collate "C" not null,
  resource_kind text collate "C" not null,
  resource_id text collate "C" not null,
  collection_id uuid not null,
  digest text not null,
  -- what was read from the payload, the rule that won and the alternatives that hold, as they were then
  decision text not null,
  -- what a device must have shown to whoever signs, sealed
  sealed_signature_data bytea not null,
  initiator text,
  -- keyed hash over what is to be signed, by which rule, until when: one that was changed by hand decides nothing
  seal bytea not null,
  state text not null,
  expires_at timestamptz not null,
  fulfilled_at timestamptz,
  settled_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint signature_collection_pkey primary key (bank_id, owner, resource_kind, resource_id),
  constraint signature_collection_id unique (bank_id, collection_id),
  constraint signature_collection_state check (state in ('open', 'fulfilled', 'used', 'expired', 'cancelled')),
  constraint signature_collection_fulfilled check (state not in ('fulfilled', 'used') or fulfilled_at is not null)
) with (fillfactor = 80);
create index signature_collection_of_resource on "authorization".signature_collection (bank_id, resource_id);
create index signature_collection_expiring on "authorization".signature_collection (expires_at, bank_id)
  where state = 'open';

create table "authorization".signature (
  bank_id text not null,
  collection_id uuid not null,
  digest text not null,
  user_id text collate "C" not null,
  position integer not null,
  on_behalf_of text,
  -- the entity it counts for in each alternative
  counted jsonb not null,
  proof_kind text not null,
  proof_id text,
  device_id text,
  signed_at timestamptz not null,
  state text not null,
  voided_at timestamptz,
  void_reason text,
  -- keyed hash over all of it: a row that was changed by hand does not count
  seal bytea not null,
  constraint signature_pkey primary key (bank_id, collection_id, digest, user_id),
  constraint signature_collection_fk foreign key (bank_id, collection_id)
    references "authorization".signature_collection (bank_id, collection_id),
  constraint signature_state check (state in ('valid', 'void')),
  constraint signature_voided check ((state = 'void') = (voided_at is not null and void_reason is not null))
);
create index signature_of_user on "authorization".signature (bank_id, user_id, signed_at) where state = 'valid';
create index signature_on_behalf on "authorization".signature (bank_id, on_behalf_of)
  where state = 'valid' and on_behalf_of is not null;

-- What devices have signed counts once.
create table "authorization".used_device_signature (
  bank_id text not null,
  mark bytea not null,
  used_for text not null,
  created_at timestamptz not null,
  constraint used_device_signature_pkey primary key (bank_id, mark)
);

do $$
declare
  name text;
begin
  foreach name in array array['factor_guard', 'otp_verification', 'recipient_sends', 'send_tally', 'data_key',
    'oath_token', 'ocra_challenge', 'signing_rule', 'signing_group_member', 'signing_absence', 'signer',
    'signature_collection', 'signature', 'used_device_signature']
  loop
    execute format('alter table "authorization".%I enable row level security', name);
    execute format('alter table "authorization".%I force row level security', name);
    execute format('create policy tenant on "authorization".%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
    execute format('create policy owner on "authorization".%I to current_user using (true)', name);
  end loop;
end $$;

grant select, insert, update, delete on "authorization".factor_guard, "authorization".otp_verification,
  "authorization".recipient_sends, "authorization".send_tally, "authorization".ocra_challenge to portico_app;
grant select, insert, update on "authorization".oath_token, "authorization".signing_rule,
  "authorization".signing_group_member, "authorization".signing_absence, "authorization".signature_collection,
  "authorization".signature to portico_app;
grant select, insert on "authorization".data_key, "authorization".signer, "authorization".used_device_signature
  to portico_app;
grant update on "authorization".signer, "authorization".data_key to portico_app;
grant delete on "authorization".signing_group_member, "authorization".signing_absence to portico_app;
