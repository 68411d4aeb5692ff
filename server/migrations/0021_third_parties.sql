-- Which third parties have called a bank, with which certificates, and which of them may not.
-- phase: expand

create schema tpp;
grant usage on schema tpp to portico_app;

create table tpp.third_party (
  bank_id text not null,
  -- organizationIdentifier of its certificates, such as PSDDE-BAFIN-12345
  organisation_id text not null,
  name text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint third_party_pkey primary key (bank_id, organisation_id)
);

create table tpp.certificate (
  bank_id text not null,
  issuer text not null,
  serial_number text not null,
  organisation_id text not null,
  fingerprint256 text not null,
  roles text[] not null,
  valid_to timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint certificate_pkey primary key (bank_id, issuer, serial_number),
  constraint certificate_third_party foreign key (bank_id, organisation_id)
    references tpp.third_party (bank_id, organisation_id)
);
create index certificate_organisation on tpp.certificate (bank_id, organisation_id);

-- A block names an organisation, which may never have called, or one of its certificates.
create table tpp.block (
  bank_id text not null,
  block_id uuid not null,
  organisation_id text,
  issuer text,
  serial_number text,
  reason text not null,
  blocked_at timestamptz not null,
  ends_at timestamptz,
  lifted_at timestamptz,
  constraint block_pkey primary key (bank_id, block_id),
  constraint block_subject check ((organisation_id is null) <> (issuer is null)),
  constraint block_certificate check ((issuer is null) = (serial_number is null)),
  constraint block_period check (ends_at is null or ends_at > blocked_at)
);
-- What every process of the API reads every two seconds.
create index block_in_force on tpp.block (bank_id) where lifted_at is null;

alter table tpp.third_party enable row level security;
alter table tpp.third_party force row level security;
alter table tpp.certificate enable row level security;
alter table tpp.certificate force row level security;
alter table tpp.block enable row level security;
alter table tpp.block force row level security;
create policy tenant on tpp.third_party to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on tpp.certificate to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on tpp.block to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select, insert, update on tpp.third_party to portico_app;
grant select, insert, update on tpp.certificate to portico_app;
grant select, insert, update on tpp.block to portico_app;
