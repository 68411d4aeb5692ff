-- Staff can be cut off at once, and after a restore every token of a bank is void.
-- phase: expand

-- Members of staff who may not sign in until the row is deleted. An employee may be here without ever having signed in.
create table oauth.employee_cut_off (
  bank_id text not null,
  employee_id text not null,
  cut_off_at timestamptz not null,
  constraint employee_cut_off_pkey primary key (bank_id, employee_id)
);

alter table oauth.employee_cut_off enable row level security;
alter table oauth.employee_cut_off force row level security;
create policy tenant on oauth.employee_cut_off to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select, insert, delete on oauth.employee_cut_off to portico_app;

-- `bank` voids every token issued until then. Not validated: the rows there are met the narrower rule.
alter table oauth.revocation drop constraint revocation_kind;
alter table oauth.revocation add constraint revocation_kind
  check (kind in ('token', 'grant', 'client', 'account', 'bank')) not valid;
