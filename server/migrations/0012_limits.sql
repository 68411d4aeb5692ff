-- Used codes do not make the next one wait; quotas of applications are counted by client and day.
-- phase: expand

-- When a message was sent whose code was used: by person, and by number or address.
create table "authorization".used_send (
  bank_id text not null,
  recipient_index bytea not null,
  sent_at timestamptz not null,
  constraint used_send_pkey primary key (bank_id, recipient_index, sent_at)
);
create index used_send_sent on "authorization".used_send (sent_at, bank_id);

alter table "authorization".used_send enable row level security;
alter table "authorization".used_send force row level security;
create policy tenant on "authorization".used_send to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on "authorization".used_send to current_user using (true);
grant select, insert, delete on "authorization".used_send to portico_app;

-- Up to 30 messages a day go to a user who uses the codes.
alter table "authorization".recipient_sends drop constraint recipient_sends_count;
alter table "authorization".recipient_sends
  add constraint recipient_sends_count check (cardinality(sends) <= 40) not valid;

-- What an application did in a day for people whose address it does not pass on.
create table identity.client_quota (
  bank_id text not null,
  scope text not null,
  client_id text not null,
  day date not null,
  uses integer not null,
  constraint client_quota_pkey primary key (bank_id, scope, client_id, day),
  constraint client_quota_uses check (uses >= 0)
) with (fillfactor = 50);
create index client_quota_day on identity.client_quota (day, bank_id);

alter table identity.client_quota enable row level security;
alter table identity.client_quota force row level security;
create policy tenant on identity.client_quota to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on identity.client_quota to current_user using (true);
grant select, insert, update, delete on identity.client_quota to portico_app;
