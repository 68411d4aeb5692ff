-- Results of verifications that a payment can name, so that its payee is not verified twice.
-- phase: expand

create table payee_verifications.earlier_result (
  bank_id text not null,
  organisation_id text collate "C" not null,
  -- X-Request-ID of the verification
  request_id uuid not null,
  iban_hash bytea not null,
  name_hash bytea not null,
  -- has the name of a holder after a close match
  sealed_result bytea not null,
  asked_at timestamptz not null,
  constraint earlier_result_pkey primary key (bank_id, organisation_id, request_id)
);
create index earlier_result_age on payee_verifications.earlier_result (bank_id, asked_at);

alter table payee_verifications.earlier_result enable row level security;
alter table payee_verifications.earlier_result force row level security;
create policy tenant on payee_verifications.earlier_result to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payee_verifications.earlier_result to current_user using (true);
grant select, insert, update, delete on payee_verifications.earlier_result to portico_app;
