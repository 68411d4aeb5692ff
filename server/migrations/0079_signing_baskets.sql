-- Signing baskets: payments and consents that a customer approves together.
-- phase: expand

create schema signing_baskets;
grant usage on schema signing_baskets to portico_app;

-- each row groups resources of one third party; it has nothing of the customer
create table signing_baskets.basket (
  bank_id text not null,
  basket_id uuid not null,
  -- organizationIdentifier and name of the third party
  organisation_id text not null,
  third_party_name text not null,
  status text not null,
  -- end of its life without the next signature
  expires_at timestamptz not null,
  ended_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint basket_pkey primary key (bank_id, basket_id),
  constraint basket_status check (status in ('RCVD', 'PATC', 'ACTC', 'RJCT', 'CANC')),
  constraint basket_end check ((status in ('RCVD', 'PATC')) = (ended_at is null))
);
create index basket_expiring on signing_baskets.basket (bank_id, expires_at) where status in ('RCVD', 'PATC');
create index basket_ended on signing_baskets.basket (bank_id, ended_at) where ended_at is not null;

alter table signing_baskets.basket enable row level security;
alter table signing_baskets.basket force row level security;
create policy tenant on signing_baskets.basket to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on signing_baskets.basket to current_user using (true);
grant select, insert, update, delete on signing_baskets.basket to portico_app;

create table signing_baskets.basket_member (
  bank_id text not null,
  basket_id uuid not null,
  position integer not null,
  member_kind text not null,
  -- paymentId or consentId
  member_id uuid not null,
  -- grouped: waits for signatures; authorised: has all of them by this basket; released: the basket ended without them
  state text not null,
  constraint basket_member_pkey primary key (bank_id, basket_id, position),
  constraint basket_member_basket foreign key (bank_id, basket_id)
    references signing_baskets.basket (bank_id, basket_id) on delete cascade,
  constraint basket_member_kind check (member_kind in ('payment', 'consent')),
  constraint basket_member_state check (state in ('grouped', 'authorised', 'released'))
);
-- a resource is in one open basket
create unique index basket_member_grouped on signing_baskets.basket_member (bank_id, member_id, member_kind)
  where state = 'grouped';

alter table signing_baskets.basket_member enable row level security;
alter table signing_baskets.basket_member force row level security;
create policy tenant on signing_baskets.basket_member to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on signing_baskets.basket_member to current_user using (true);
grant select, insert, update, delete on signing_baskets.basket_member to portico_app;
