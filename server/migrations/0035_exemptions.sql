-- Payments that a bank approves without a second factor: why, and how many since the customer last passed two factors.
-- phase: expand

alter table sca.authorisation add column exemption text;
-- Not validated: no earlier row is exempted.
alter table sca.authorisation add constraint authorisation_exemption check (
  (status = 'exempted') = (exemption is not null)
  and exemption in ('low-value', 'recurring', 'own-accounts', 'trusted-beneficiary')) not valid;

-- The last time a user approved with two factors, and the payments without a second factor since then.
create table sca.strong_authentication (
  bank_id text not null,
  user_id text collate "C" not null,
  authenticated_at timestamptz not null,
  exempted_payments integer not null,
  modified_at timestamptz not null,
  constraint strong_authentication_pkey primary key (bank_id, user_id),
  constraint strong_authentication_count check (exempted_payments >= 0)
) with (fillfactor = 70);
create index strong_authentication_age on sca.strong_authentication (bank_id, authenticated_at);

-- The sum of those payments in each currency.
create table sca.exempted_total (
  bank_id text not null,
  user_id text collate "C" not null,
  currency text not null,
  total_minor bigint not null,
  constraint exempted_total_pkey primary key (bank_id, user_id, currency),
  constraint exempted_total_of_user foreign key (bank_id, user_id)
    references sca.strong_authentication (bank_id, user_id) on delete cascade,
  constraint exempted_total_amount check (total_minor > 0)
) with (fillfactor = 70);

-- Payments that a user approved with two factors and may repeat. Who is paid and how much is a keyed hash only.
create table sca.payment_series (
  bank_id text not null,
  user_id text collate "C" not null,
  series_hash bytea not null,
  approved_at timestamptz not null,
  last_paid_at timestamptz not null,
  constraint payment_series_pkey primary key (bank_id, user_id, series_hash)
) with (fillfactor = 70);
create index payment_series_age on sca.payment_series (bank_id, last_paid_at);

alter table sca.strong_authentication enable row level security;
alter table sca.strong_authentication force row level security;
create policy tenant on sca.strong_authentication to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on sca.strong_authentication to current_user using (true);
grant select, insert, update, delete on sca.strong_authentication to portico_app;

alter table sca.exempted_total enable row level security;
alter table sca.exempted_total force row level security;
create policy tenant on sca.exempted_total to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on sca.exempted_total to current_user using (true);
grant select, insert, update, delete on sca.exempted_total to portico_app;

alter table sca.payment_series enable row level security;
alter table sca.payment_series force row level security;
create policy tenant on sca.payment_series to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on sca.payment_series to current_user using (true);
grant select, insert, update, delete on sca.payment_series to portico_app;
