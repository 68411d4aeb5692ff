-- Days on which third parties read under a consent, for the overview of the customer, and who withdrew a consent.
-- phase: expand

-- the user who withdrew it on the pages of the bank; null for every other end
alter table consents.consent add column withdrawn_by text collate "C";
-- Not validated: existing rows were not withdrawn there.
alter table consents.consent add constraint consent_withdrawal check
  (withdrawn_by is null or status = 'revokedByPsu') not valid;

-- days of reads; no foreign key, because its locks would come in another order than those of approvals
create table consents.access_day (
  bank_id text not null,
  consent_id uuid not null,
  -- day of the bank
  accessed_on date not null,
  -- the customer asked for a read
  is_attended boolean not null,
  -- the third party read without the customer
  is_unattended boolean not null,
  constraint access_day_pkey primary key (bank_id, consent_id, accessed_on),
  constraint access_day_read check (is_attended or is_unattended)
);
create index access_day_age on consents.access_day (bank_id, accessed_on);

alter table consents.access_day enable row level security;
alter table consents.access_day force row level security;
create policy tenant on consents.access_day to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on consents.access_day to current_user using (true);
grant select, insert, update, delete on consents.access_day to portico_app;
