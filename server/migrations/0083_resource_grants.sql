-- Grants of third parties stand for one resource each: their tokens follow its state.
-- phase: expand

create table oauth.resource_grant (
  bank_id text not null,
  -- the grant in `oauth.artefact`
  grant_hash bytea not null,
  -- AIS, PIS or PIIS
  service text collate "C" not null,
  resource_id uuid not null,
  -- the approval with which the grant was made
  authorisation_id uuid not null,
  -- when the state of the resource decides again whether the grant ends
  review_at timestamptz,
  expires_at timestamptz not null,
  constraint resource_grant_pkey primary key (bank_id, grant_hash),
  constraint resource_grant_service check (service in ('AIS', 'PIS', 'PIIS'))
);
create index resource_grant_resource on oauth.resource_grant (bank_id, service, resource_id);
create index resource_grant_review on oauth.resource_grant (bank_id, review_at) where review_at is not null;
create index resource_grant_expiry on oauth.resource_grant (bank_id, expires_at);

alter table oauth.resource_grant enable row level security;
alter table oauth.resource_grant force row level security;
create policy tenant on oauth.resource_grant to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select, insert, update, delete on oauth.resource_grant to portico_app;
