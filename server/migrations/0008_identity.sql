-- Identity: who the users are, what they sign in with, and what guards it.
-- phase: expand

create schema identity;
grant usage on schema identity to portico_app;

-- One person's way in. Contacts that are proven have an index; what somebody is called and reached by is sealed.
create table identity.user_account (
  bank_id text not null,
  user_id text collate "C" not null,
  username text collate "C" not null,
  kind text not null,
  -- the party behind a customer
  customer_number text collate "C",
  status text not null,
  status_since timestamptz not null,
  -- names, language, contacts proven and not yet proven
  sealed_profile bytea not null,
  -- keyed hashes of proven contacts
  email_index bytea,
  phone_index bytea,
  -- when a contact that is not proven was given; it goes after a while
  open_email_at timestamptz,
  open_phone_at timestamptz,
  -- codes by SMS count again from here on
  phone_cools_until timestamptz,
  terms_version text,
  last_login_at timestamptz,
  last_answer_validated_at timestamptz,
  last_password_reset_at timestamptz,
  hint_picture_id text collate "C",
  profile_picture_id text collate "C",
  closed_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint user_account_pkey primary key (bank_id, user_id),
  constraint user_account_kind check (kind in ('customer', 'agent')),
  constraint user_account_status check (status in ('pending', 'active', 'locked', 'suspended', 'closed')),
  constraint user_account_closed check ((status = 'closed') = (closed_at is not null))
) with (fillfactor = 70);
-- Only a name in use is taken; the names of those who have left are reserved elsewhere.
create unique index user_account_username on identity.user_account (bank_id, username) where status <> 'closed';
create unique index user_account_email on identity.user_account (bank_id, email_index)
  where email_index is not null and status <> 'closed';
create unique index user_account_phone on identity.user_account (bank_id, phone_index)
  where phone_index is not null and status <> 'closed';
create index user_account_customer on identity.user_account (bank_id, customer_number)
  where customer_number is not null;
create index user_account_pending on identity.user_account (created_at, bank_id) where status = 'pending';
create index user_account_open_email on identity.user_account (open_email_at, bank_id)
  where open_email_at is not null;
create index user_account_open_phone on identity.user_account (open_phone_at, bank_id)
  where open_phone_at is not null;
create index user_account_closed_at on identity.user_account (closed_at, bank_id) where closed_at is not null;

-- What opens an account: a password, and for a while a temporary one beside it.
create table identity.user_credential (
  bank_id text not null,
  user_id text collate "C" not null,
  kind text not null,
  hash text not null,
  -- by which way a temporary one was sent: the second factor must be another
  channel text,
  expires_at timestamptz,
  used_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint user_credential_pkey primary key (bank_id, user_id, kind),
  constraint user_credential_kind check (kind in ('password', 'temporary')),
  constraint user_credential_temporary check ((kind = 'temporary') = (expires_at is not null and channel is not null)),
  constraint user_credential_channel check (channel in ('sms', 'email', 'activation'))
) with (fillfactor = 70);

-- Names that nobody may take, because somebody had them.
create table identity.username_reservation (
  bank_id text not null,
  username text collate "C" not null,
  -- who may have it back
  user_id text collate "C" not null,
  reason text not null,
  reserved_until timestamptz not null,
  created_at timestamptz not null,
  constraint username_reservation_pkey primary key (bank_id, username),
  constraint username_reservation_reason check (reason in ('changed', 'closed'))
);
create index username_reservation_until on identity.username_reservation (reserved_until, bank_id);

-- Contacts that somebody had before; notices and the desk need them.
create table identity.former_contact (
  bank_id text not null,
  former_contact_id uuid not null,
  user_id text collate "C" not null,
  kind text not null,
  sealed_value bytea not null,
  ended_at timestamptz not null,
  constraint former_contact_pkey primary key (bank_id, former_contact_id),
  constraint former_contact_kind check (kind in ('email', 'phone'))
);
create index former_contact_user on identity.former_contact (bank_id, user_id);

-- A new contact on its way to be proven: at most one of a kind for each user.
create table identity.contact_verification (
  bank_id text not null,
  user_id text collate "C" not null,
  kind text not null,
  value_index bytea not null,
  -- the code is in the hands of authorization
  verification_id text collate "C" not null,
  expires_at timestamptz not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint contact_verification_pkey primary key (bank_id, user_id, kind),
  constraint contact_verification_kind check (kind in ('email', 'phone'))
) with (fillfactor = 70);
create index contact_verification_expires on identity.contact_verification (expires_at, bank_id);

-- Failures in a row by person and kind of device; whoever has never been seen has a row as well.
create table identity.login_guard (
  bank_id text not null,
  -- user id, or a keyed hash of a name that nobody has
  subject text collate "C" not null,
  device_class text not null,
  -- since the last success or the last lock
  failures integer not null,
  -- in a row over all locks
  failures_in_row integer not null,
  locks integer not null,
  locked_until timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint login_guard_pkey primary key (bank_id, subject, device_class),
  constraint login_guard_class check (device_class in ('paired', 'other', 'temporary', 'answers')),
  constraint login_guard_failures check (failures >= 0 and failures_in_row >= failures and locks >= 0)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create index login_guard_untouched on identity.login_guard (modified_at, bank_id);

-- How often something was done lately, newest last: recovery, look-ups, failures from one address.
create table identity.quota (
  bank_id text not null,
  scope text not null,
  -- keyed hash of whom or what it is counted for
  quota_key bytea not null,
  uses timestamptz[] not null,
  modified_at timestamptz not null,
  constraint quota_pkey primary key (bank_id, scope, quota_key)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create index quota_untouched on identity.quota (modified_at, bank_id);

create table identity.security_answer (
  bank_id text not null,
  user_id text collate "C" not null,
  question_id text not null,
  answer_hash text not null,
  position integer not null,
  created_at timestamptz not null,
  constraint security_answer_pkey primary key (bank_id, user_id, question_id)
);

-- A login at an external provider, known by who issued it and the subject there.
create table identity.linked_login (
  bank_id text not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null,
  provider text not null,
  -- for display, and to find by
  sealed_login bytea not null,
  login_index bytea not null,
  created_at timestamptz not null,
  constraint linked_login_pkey primary key (bank_id, issuer, subject)
);
create index linked_login_user on identity.linked_login (bank_id, user_id);
create index linked_login_login on identity.linked_login (bank_id, login_index);

create table identity.passkey (
  bank_id text not null,
  passkey_id uuid not null,
  user_id text collate "C" not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  aaguid text not null,
  is_backed_up boolean not null,
  is_backup_eligible boolean not null,
  name text not null,
  last_used_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  constraint passkey_pkey primary key (bank_id, passkey_id),
  constraint passkey_credential unique (bank_id, credential_id)
) with (fillfactor = 70);
create index passkey_user on identity.passkey (bank_id, user_id);

-- A browser that somebody has signed in with, known by the hash of a secret it keeps.
create table identity.browser (
  bank_id text not null,
  browser_id uuid not null,
  user_id text collate "C" not null,
  secret_hash bytea not null,
  name text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint browser_pkey primary key (bank_id, browser_id),
  constraint browser_secret unique (bank_id, secret_hash, user_id)
) with (fillfactor = 70);
create index browser_user on identity.browser (bank_id, user_id);
create index browser_last_seen on identity.browser (last_seen_at, bank_id);

-- A sign-in under way. Its state is sealed; the browser proves itself with a secret that changes at every step.
create table identity.sign_in (
  bank_id text not null,
  sign_in_id text collate "C" not null,
  tie_hash bytea not null,
  sealed_state bytea not null,
  touched_at timestamptz not null,
  expires_at timestamptz not null,
  row_version bigint not null,
  created_at timestamptz not null,
  constraint sign_in_pkey primary key (bank_id, sign_in_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index sign_in_expires on identity.sign_in (expires_at, bank_id);

-- Where somebody is signed in: at a client, or on the bank's own page.
create table identity.session (
  bank_id text not null,
  session_id uuid not null,
  user_id text collate "C" not null,
  -- for the bank's own page: the hash of what the browser keeps
  secret_hash bytea,
  client_name text,
  browser_name text not null,
  assurance text not null,
  authenticated_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  constraint session_pkey primary key (bank_id, session_id),
  constraint session_assurance check (assurance in ('1fa', 'sca'))
) with (fillfactor = 70);
create unique index session_secret on identity.session (bank_id, secret_hash) where secret_hash is not null;
create index session_of_user on identity.session (bank_id, user_id, expires_at);
create index session_expires on identity.session (expires_at, bank_id);

-- Who signed in, or tried to.
create table identity.login_event (
  bank_id text not null,
  user_id text collate "C" not null,
  occurred_at timestamptz not null,
  login_event_id uuid not null,
  result text not null,
  browser_name text not null,
  sealed_address bytea,
  constraint login_event_pkey primary key (bank_id, user_id, occurred_at, login_event_id)
);
create index login_event_occurred on identity.login_event (occurred_at, bank_id);

-- Pictures made anew from what somebody gave.
create table identity.picture (
  bank_id text not null,
  picture_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text not null,
  content bytea not null,
  content_type text not null,
  created_at timestamptz not null,
  constraint picture_pkey primary key (bank_id, picture_id),
  constraint picture_kind check (kind in ('profile', 'hint'))
);
create index picture_user on identity.picture (bank_id, user_id, kind);

do $$
declare name text;
begin
  foreach name in array array['user_account', 'user_credential', 'username_reservation', 'former_contact',
    'contact_verification', 'login_guard', 'quota', 'security_answer', 'linked_login', 'passkey', 'browser', 'sign_in',
    'session', 'login_event', 'picture'] loop
    execute format('alter table identity.%I enable row level security', name);
    execute format('alter table identity.%I force row level security', name);
    execute format('create policy tenant on identity.%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
    execute format('create policy owner on identity.%I to current_user using (true)', name);
  end loop;
end $$;

grant select, insert, update, delete on identity.user_account, identity.user_credential,
  identity.username_reservation, identity.former_contact, identity.contact_verification, identity.login_guard,
  identity.quota, identity.security_answer, identity.linked_login, identity.passkey, identity.browser,
  identity.sign_in, identity.session, identity.login_event, identity.picture to portico_app;

-- Everything of one account can be ended at once. Not validated: the rows there are met the narrower rule.
alter table oauth.revocation drop constraint revocation_kind;
alter table oauth.revocation add constraint revocation_kind
  check (kind in ('token', 'grant', 'client', 'account')) not valid;
