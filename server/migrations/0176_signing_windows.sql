-- Signing rules may count what was released from an account within some days.
-- phase: expand
-- transaction: per step

-- step: rules with a window are read whatever their band is
alter table "authorization".signing_rule add column if not exists within_days integer;

-- step: what was released, as long as a window can reach back
create table if not exists "authorization".released_amount (
  bank_id text not null,
  resource_kind text collate "C" not null,
  resource_id text collate "C" not null,
  -- keyed hash of the account: amounts without their resources tell nothing about it
  account_index bytea not null,
  currency text collate "C" not null,
  -- in the smallest unit of the currency
  minor bigint not null,
  released_at timestamptz not null,
  constraint released_amount_pkey primary key (bank_id, resource_kind, resource_id, account_index, currency),
  constraint released_amount_minor check (minor >= 0)
);
alter table "authorization".released_amount enable row level security;
alter table "authorization".released_amount force row level security;
drop policy if exists tenant on "authorization".released_amount;
create policy tenant on "authorization".released_amount to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
drop policy if exists owner on "authorization".released_amount;
create policy owner on "authorization".released_amount to current_user using (true);
grant select, insert, update, delete on "authorization".released_amount to portico_app;

-- step: sums of an account
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists released_amount_account
  on "authorization".released_amount (bank_id, account_index, released_at) include (currency, minor);

-- step: rows that no window reaches any more
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists released_amount_released
  on "authorization".released_amount (released_at, bank_id);
