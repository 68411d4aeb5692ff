-- OAuth: clients, signing keys, one-time artefacts, what was revoked, and staff who signed in.
-- phase: expand

create schema oauth;
grant usage on schema oauth to portico_app;

-- Who may ask for tokens. A client is known to one bank; none has a shared secret.
create table oauth.client (
  bank_id text not null,
  client_id text not null,
  kind text not null,
  name text not null,
  state text not null,
  scopes text[] not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  authentication text not null,
  -- list of { "jwk": public key, "validUntil": when it stops to count, or null }
  keys jsonb,
  keys_url text,
  tls_subject_dn text,
  tls_san_dns text,
  binding text not null,
  -- a resource server may look into tokens of other clients
  introspects text not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint client_pkey primary key (bank_id, client_id),
  -- never like a user's: a token whose subject is its client speaks for an application
  constraint client_id_format check (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$' and client_id !~* '^usr_'),
  constraint client_kind check (kind in ('application', 'customer-app', 'console')),
  constraint client_state check (state in ('active', 'disabled')),
  constraint client_authentication check (
    (authentication = 'private_key_jwt' and (keys is null) <> (keys_url is null)
      and tls_subject_dn is null and tls_san_dns is null)
    or (authentication = 'tls_client_auth' and (tls_subject_dn is null) <> (tls_san_dns is null)
      and keys is null and keys_url is null)),
  constraint client_binding check (binding in ('proof', 'certificate')),
  constraint client_introspects check (introspects in ('own-tokens', 'all-tokens')),
  -- only people come back by way of a browser
  constraint client_redirects check ((kind = 'application') = (cardinality(redirect_uris) = 0))
);

-- Keys the bank signs with, one line per token class. The private half is sealed; the public half is told to all.
create table oauth.signing_key (
  bank_id text not null,
  key_id text not null,
  token_class text not null,
  algorithm text not null,
  public_key jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  -- set when a successor is made; after it nobody believes the key any more
  verifies_until timestamptz,
  constraint signing_key_pkey primary key (bank_id, key_id),
  constraint signing_key_token_class check (token_class in ('access-token', 'id-token')),
  constraint signing_key_order check (verifies_until is null or verifies_until > signs_from)
);
-- One heir at a time: of two rotations at once the slower one fails here.
create unique index signing_key_current on oauth.signing_key (bank_id, token_class) where verifies_until is null;

-- Codes, refresh tokens, pushed requests, sessions and the like: all that the server must find again. Known by the
-- hash of their name, sealed inside. Each kind has its own partition, because they live and die at different speed.
-- Partitions by time would need the time in the key, and then one artefact could be stored twice.
create table oauth.artefact (
  bank_id text not null,
  kind text not null,
  artefact_hash bytea not null,
  grant_hash bytea,
  second_hash bytea,
  sealed_content bytea not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  constraint artefact_pkey primary key (bank_id, kind, artefact_hash)
) partition by list (kind);
create table oauth.artefact_code partition of oauth.artefact for values in ('AuthorizationCode')
  with (fillfactor = 80);
create table oauth.artefact_refresh_token partition of oauth.artefact for values in ('RefreshToken')
  with (fillfactor = 80);
create table oauth.artefact_pushed_request partition of oauth.artefact for values in ('PushedAuthorizationRequest')
  with (fillfactor = 80);
create table oauth.artefact_backchannel_request partition of oauth.artefact
  for values in ('BackchannelAuthenticationRequest') with (fillfactor = 80);
create table oauth.artefact_session partition of oauth.artefact for values in ('Session') with (fillfactor = 80);
create table oauth.artefact_interaction partition of oauth.artefact for values in ('Interaction')
  with (fillfactor = 80);
create table oauth.artefact_grant partition of oauth.artefact for values in ('Grant') with (fillfactor = 80);
create table oauth.artefact_other partition of oauth.artefact default;
create index artefact_grant_hash on oauth.artefact (bank_id, grant_hash) where grant_hash is not null;
create index artefact_second_hash on oauth.artefact (bank_id, kind, second_hash) where second_hash is not null;
create index artefact_expires_at on oauth.artefact (bank_id, expires_at);

-- Assertions and proofs that were seen. The insert is the check: its conflict is the refusal. Spread by hash, so that
-- many at once do not meet at one end of an index.
create table oauth.replay_marker (
  bank_id text not null,
  marker bytea not null,
  expires_at timestamptz not null,
  constraint replay_marker_pkey primary key (bank_id, marker)
) partition by hash (marker);
create table oauth.replay_marker_0 partition of oauth.replay_marker for values with (modulus 4, remainder 0);
create table oauth.replay_marker_1 partition of oauth.replay_marker for values with (modulus 4, remainder 1);
create table oauth.replay_marker_2 partition of oauth.replay_marker for values with (modulus 4, remainder 2);
create table oauth.replay_marker_3 partition of oauth.replay_marker for values with (modulus 4, remainder 3);
create index replay_marker_expires_at on oauth.replay_marker (bank_id, expires_at);

-- Tokens nobody may use any more although their dates are good. Kept as long as such a token could live.
create table oauth.revocation (
  bank_id text not null,
  kind text not null,
  value text not null,
  revoked_at timestamptz not null,
  expires_at timestamptz not null,
  constraint revocation_pkey primary key (bank_id, kind, value),
  constraint revocation_kind check (kind in ('token', 'grant', 'client'))
);

-- What the bank's own identity provider said about a member of staff at the last sign-in.
create table oauth.employee (
  bank_id text not null,
  employee_id text not null,
  upstream_issuer text not null,
  upstream_subject text not null,
  unit text,
  roles text[] not null,
  signed_in_at timestamptz not null,
  constraint employee_pkey primary key (bank_id, employee_id),
  constraint employee_upstream unique (bank_id, upstream_issuer, upstream_subject)
);

alter table oauth.client enable row level security;
alter table oauth.client force row level security;
alter table oauth.signing_key enable row level security;
alter table oauth.signing_key force row level security;
alter table oauth.artefact enable row level security;
alter table oauth.artefact force row level security;
alter table oauth.replay_marker enable row level security;
alter table oauth.replay_marker force row level security;
alter table oauth.revocation enable row level security;
alter table oauth.revocation force row level security;
alter table oauth.employee enable row level security;
alter table oauth.employee force row level security;

create policy tenant on oauth.client to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on oauth.signing_key to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on oauth.artefact to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on oauth.replay_marker to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on oauth.revocation to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on oauth.employee to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());

grant select, insert, update on oauth.client, oauth.employee to portico_app;
grant select, insert, update, delete on oauth.signing_key, oauth.artefact, oauth.revocation to portico_app;
grant select, insert, delete on oauth.replay_marker to portico_app;
