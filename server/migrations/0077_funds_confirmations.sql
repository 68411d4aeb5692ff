-- Consents of customers to yes/no questions about the funds of an account, and which amounts were asked about.
-- phase: expand

create schema funds_confirmations;
grant usage on schema funds_confirmations to portico_app;

-- each row lets one third party ask about one account of one customer
create table funds_confirmations.consent (
  bank_id text not null,
  consent_id uuid not null,
  -- organizationIdentifier and name of the third party
  organisation_id text not null,
  third_party_name text not null,
  -- who asked for it: the third party through the interface, or the customer at the bank
  origin text not null,
  status text not null,
  -- customer number of the owner of the account; null while it is not known who approves
  owner text collate "C",
  -- customers of whom each may approve alone
  holders text[] collate "C" not null,
  -- the user who gave the first signature
  user_id text collate "C",
  -- customer number of that user, where it signed by a mandate of the owner
  proxy text collate "C",
  -- id of the account in the core
  account_id text collate "C" not null,
  -- how the third party names the account, and the card
  sealed_terms bytea not null,
  -- end of its life without approval
  expires_at timestamptz not null,
  approved_at timestamptz,
  -- when its status changed last
  changed_at timestamptz not null,
  ended_at timestamptz,
  -- the user who withdrew it on the pages of the bank; null for every other end
  withdrawn_by text collate "C",
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint consent_pkey primary key (bank_id, consent_id),
  constraint consent_origin check (origin in ('third-party', 'bank')),
  constraint consent_status check (status in
    ('received', 'partiallyAuthorised', 'valid', 'rejected', 'revokedByPsu', 'terminatedByTpp')),
  constraint consent_end check ((status in ('received', 'partiallyAuthorised', 'valid')) = (ended_at is null)),
  -- one that customers signed says for whom, and by whom; an agreement at the bank is signed on paper
  constraint consent_signed check ((owner is not null and (user_id is not null or origin = 'bank'))
    or status in ('received', 'rejected', 'terminatedByTpp')),
  constraint consent_approval check (approved_at is not null or status not in ('valid', 'revokedByPsu')),
  constraint consent_withdrawal check (withdrawn_by is null or status = 'revokedByPsu')
);
-- agreements are found by the third party and the account
create index consent_agreement on funds_confirmations.consent (bank_id, organisation_id, account_id)
  where status = 'valid';
create index consent_expiring on funds_confirmations.consent (bank_id, expires_at)
  where status in ('received', 'partiallyAuthorised');
create index consent_ended on funds_confirmations.consent (bank_id, ended_at) where ended_at is not null;
create index consent_of_owner on funds_confirmations.consent (bank_id, owner, created_at) where owner is not null;
create index consent_of_holder on funds_confirmations.consent using gin (holders) with (fastupdate = off)
  where owner is null;
create index consent_of_user on funds_confirmations.consent (bank_id, user_id) where user_id is not null;
create index consent_of_proxy on funds_confirmations.consent (bank_id, proxy) where proxy is not null;

alter table funds_confirmations.consent enable row level security;
alter table funds_confirmations.consent force row level security;
create policy tenant on funds_confirmations.consent to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on funds_confirmations.consent to current_user using (true);
grant select, insert, update, delete on funds_confirmations.consent to portico_app;

-- an index on an array is not used under row-level security, so the function reads it as its owner
create function funds_confirmations.unsigned_of_holder(holder text) returns setof uuid
  language sql stable security definer rows 5 set search_path = pg_catalog set enable_seqscan = off as $$
  select c.consent_id from funds_confirmations.consent c
   where c.bank_id = platform.bank_id() and c.owner is null and c.holders @> array[holder]
$$;
revoke execute on function funds_confirmations.unsigned_of_holder from public;
grant execute on function funds_confirmations.unsigned_of_holder to portico_app;

-- amounts that a third party asked about an account in the last day, so that it cannot search for the balance
create table funds_confirmations.asked_account (
  bank_id text not null,
  organisation_id text not null,
  account_id text collate "C" not null,
  -- keyed hashes of the amounts, when each was asked about, and what the core answered: yes, no, or open while it has not
  amount_hashes bytea[] not null,
  asked_at timestamptz[] not null,
  answers text[] not null,
  changed_at timestamptz not null,
  constraint asked_account_pkey primary key (bank_id, organisation_id, account_id),
  constraint asked_account_lengths check (cardinality(amount_hashes) = cardinality(asked_at)
    and cardinality(asked_at) = cardinality(answers))
);
create index asked_account_age on funds_confirmations.asked_account (bank_id, changed_at);

alter table funds_confirmations.asked_account enable row level security;
alter table funds_confirmations.asked_account force row level security;
create policy tenant on funds_confirmations.asked_account to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on funds_confirmations.asked_account to current_user using (true);
grant select, insert, update, delete on funds_confirmations.asked_account to portico_app;

-- days on which a third party asked under a consent, for the overview of the customer
create table funds_confirmations.asked_day (
  bank_id text not null,
  consent_id uuid not null,
  -- day of the bank
  asked_on date not null,
  constraint asked_day_pkey primary key (bank_id, consent_id, asked_on)
);
create index asked_day_age on funds_confirmations.asked_day (bank_id, asked_on);

alter table funds_confirmations.asked_day enable row level security;
alter table funds_confirmations.asked_day force row level security;
create policy tenant on funds_confirmations.asked_day to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on funds_confirmations.asked_day to current_user using (true);
grant select, insert, update, delete on funds_confirmations.asked_day to portico_app;
