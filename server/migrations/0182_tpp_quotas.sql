-- What each third party has open, so that one cannot use up what others need, and the unknown accounts it named.
-- phase: expand

create schema tpp_quotas;
grant usage on schema tpp_quotas to portico_app;

-- What a third party has used of its quotas: the sums of its rows in tpp_quotas.resource.
create table tpp_quotas.organisation_use (
  bank_id text not null,
  organisation_id text collate "C" not null,
  open_resources integer not null,
  bytes bigint not null,
  constraint organisation_use_pkey primary key (bank_id, organisation_id)
) with (fillfactor = 50);

alter table tpp_quotas.organisation_use enable row level security;
alter table tpp_quotas.organisation_use force row level security;
create policy tenant on tpp_quotas.organisation_use to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on tpp_quotas.organisation_use to current_user using (true);
grant select, insert, update, delete on tpp_quotas.organisation_use to portico_app;

-- A resource that no customer has approved: open, or ended with content that is not deleted yet.
create table tpp_quotas.resource (
  bank_id text not null,
  resource_id uuid not null,
  resource_kind text collate "C" not null,
  organisation_id text collate "C" not null,
  -- id of the core; null where the request names no account
  account_id text collate "C",
  -- size of its content, and an amount for its rows
  bytes bigint not null,
  -- when its life without approval is over
  open_until timestamptz not null,
  -- when it ended without a signature; null while it is open
  ended_at timestamptz,
  constraint resource_pkey primary key (bank_id, resource_id),
  constraint resource_kind check (
    resource_kind in ('payment', 'consent', 'funds-confirmation-consent', 'signing-basket')),
  constraint resource_bytes check (bytes >= 0)
);
create index resource_of_account on tpp_quotas.resource (bank_id, organisation_id, account_id)
  where ended_at is null and account_id is not null;
create index resource_expiring on tpp_quotas.resource (bank_id, open_until) where ended_at is null;
create index resource_ended on tpp_quotas.resource (bank_id, resource_kind, ended_at) where ended_at is not null;

alter table tpp_quotas.resource enable row level security;
alter table tpp_quotas.resource force row level security;
create policy tenant on tpp_quotas.resource to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on tpp_quotas.resource to current_user using (true);
grant select, insert, update, delete on tpp_quotas.resource to portico_app;

-- Account numbers that a third party named and the bank does not know, as keyed hashes, of about the last hour.
create table tpp_quotas.unknown_account (
  bank_id text not null,
  organisation_id text collate "C" not null,
  number_hashes bytea[] not null,
  asked_at timestamptz[] not null,
  changed_at timestamptz not null,
  constraint unknown_account_pkey primary key (bank_id, organisation_id),
  constraint unknown_account_lengths check (cardinality(number_hashes) = cardinality(asked_at))
);
create index unknown_account_age on tpp_quotas.unknown_account (bank_id, changed_at);

alter table tpp_quotas.unknown_account enable row level security;
alter table tpp_quotas.unknown_account force row level security;
create policy tenant on tpp_quotas.unknown_account to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on tpp_quotas.unknown_account to current_user using (true);
grant select, insert, update, delete on tpp_quotas.unknown_account to portico_app;

-- Takes what a new resource needs of the quotas, all of it or nothing, and returns 'reserved', or the quota that is used up.
-- Requests of one third party take turns at its row; each statement of a function sees what was committed before it.
create function tpp_quotas.reserve(
    organisation text, kind text, resource uuid, account text, size bigint, until timestamptz,
    open_max integer, bytes_max bigint, account_max integer)
  returns text language plpgsql volatile set search_path = pg_catalog set enable_seqscan = off as $$
declare
  bank constant text := platform.bank_id();
  used tpp_quotas.organisation_use;
begin
  select * into used from tpp_quotas.organisation_use u
   where u.bank_id = bank and u.organisation_id = organisation for update;
  if not found then
    insert into tpp_quotas.organisation_use (bank_id, organisation_id, open_resources, bytes)
    values (bank, organisation, 0, 0) on conflict (bank_id, organisation_id) do nothing;
    select * into strict used from tpp_quotas.organisation_use u
     where u.bank_id = bank and u.organisation_id = organisation for update;
  end if;
  if used.open_resources >= open_max then return 'open-resources'; end if;
  if used.bytes + size > bytes_max then return 'bytes'; end if;
  if account is not null and account_max <= (
    select count(*) from (
      select 1 from tpp_quotas.resource r
       where r.bank_id = bank and r.organisation_id = organisation and r.account_id = account and r.ended_at is null
       limit account_max) as open_of_account)
  then return 'open-per-account'; end if;
  insert into tpp_quotas.resource
    (bank_id, resource_id, resource_kind, organisation_id, account_id, bytes, open_until)
  values (bank, resource, kind, organisation, account, size, until);
  update tpp_quotas.organisation_use u set open_resources = u.open_resources + 1, bytes = u.bytes + size
   where u.bank_id = bank and u.organisation_id = organisation;
  return 'reserved';
end $$;
revoke execute on function tpp_quotas.reserve from public;
grant execute on function tpp_quotas.reserve to portico_app;
