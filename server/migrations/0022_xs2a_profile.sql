-- Third parties read the profile of a bank; a change raises its version.
-- phase: expand

-- The bank's code in payment networks. Not known for a bank that has none.
alter table configuration.bank add column bic text;
alter table configuration.bank add constraint bank_bic_format
  check (bic ~ '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$') not valid;
update configuration.bank set bic = 'PORTDEFF' where bank_id = '01';
update configuration.bank set bic = 'PORTFRPP' where bank_id = '02';
update configuration.bank set bic = 'PORTNL2A' where bank_id = 'nl';

-- One row each time a process starts with other choices than the process before it.
create table configuration.xs2a_profile_version (
  bank_id text not null,
  version integer not null,
  -- SHA-256 of what is published, without version and time
  digest bytea not null,
  options jsonb not null,
  effective_from timestamptz not null,
  constraint xs2a_profile_version_pkey primary key (bank_id, version),
  constraint xs2a_profile_version_bank foreign key (bank_id) references configuration.bank (bank_id),
  constraint xs2a_profile_version_positive check (version > 0),
  constraint xs2a_profile_version_digest check (octet_length(digest) = 32)
);

alter table configuration.xs2a_profile_version enable row level security;
alter table configuration.xs2a_profile_version force row level security;
create policy tenant on configuration.xs2a_profile_version to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select, insert on configuration.xs2a_profile_version to portico_app;
