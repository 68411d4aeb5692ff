-- When customers were last active, as the core reports it: the silence of a customer is counted from that day.
-- phase: expand

create table party.customer_activity (
  bank_id text not null,
  party_number text collate "C" not null,
  last_on date not null,
  -- the customer has savings accounts only, which may be silent for longer
  is_savings_only boolean not null,
  -- false: dormant already, or no customer any more
  is_counted boolean not null,
  constraint customer_activity_pkey primary key (bank_id, party_number),
  constraint customer_activity_party foreign key (bank_id, party_number) references party.party (bank_id, party_number)
);
create index customer_activity_silent on party.customer_activity (bank_id, is_savings_only, last_on, party_number)
  where is_counted;

alter table party.customer_activity enable row level security;
alter table party.customer_activity force row level security;
create policy tenant on party.customer_activity to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on party.customer_activity to current_user using (true);
grant select, insert, update, delete on party.customer_activity to portico_app;
