-- What the issuers of third parties' certificates say about them.
-- phase: expand

-- A fact about a certificate, so it is shared by all banks. The api writes which certificates it has seen, the worker
-- asks their issuers. Issuer and serial number name a certificate also when its signature is written differently.
create table platform.certificate_status (
  issuer text not null,
  serial_number text not null,
  certificate bytea not null,
  issuer_certificate bytea not null,
  seen_at timestamptz not null,
  due_at timestamptz not null,
  attempted_at timestamptz,
  attempts integer not null default 0,
  failures integer not null default 0,
  failure text,
  status text,
  source text,
  this_update timestamptz,
  next_update timestamptz,
  revoked_at timestamptz,
  answered_at timestamptz,
  constraint certificate_status_pkey primary key (issuer, serial_number),
  constraint certificate_status_failure check (failure in ('no-address', 'unreachable', 'not-accepted')),
  constraint certificate_status_status check (status in ('good', 'revoked')),
  constraint certificate_status_source check (source in ('ocsp', 'crl')),
  constraint certificate_status_answer check (
    num_nonnulls(status, source, this_update, answered_at) in (0, 4))
);
create index certificate_status_due on platform.certificate_status (due_at);
create index certificate_status_seen on platform.certificate_status (seen_at);

grant select, insert (issuer, serial_number, certificate, issuer_certificate, seen_at, due_at),
      update (seen_at, due_at)
  on platform.certificate_status to portico_app;
grant select, update, delete on platform.certificate_status to portico_worker;
