-- Up to which entry a third party has read an account, for reports of what is new since then.
-- phase: expand

create table consents.report_mark (
  bank_id text not null,
  consent_id uuid not null,
  -- the account under the consent
  resource_id text collate "C" not null,
  -- newest booked entry of the last complete report
  entry_reference text collate "C" not null,
  -- day of the report
  reported_on date not null,
  constraint report_mark_pkey primary key (bank_id, consent_id, resource_id),
  -- goes with its consent
  constraint report_mark_consent foreign key (bank_id, consent_id)
    references consents.consent (bank_id, consent_id) on delete cascade
);

alter table consents.report_mark enable row level security;
alter table consents.report_mark force row level security;
create policy tenant on consents.report_mark to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on consents.report_mark to current_user using (true);
grant select, insert, update, delete on consents.report_mark to portico_app;
