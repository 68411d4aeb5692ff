-- Firms whose packages of payments are submitted without a verification of their payees, as they want it.
-- phase: expand

create table payments.payee_opt_out (
  bank_id text not null,
  customer_number text collate "C" not null,
  -- id of the employee who entered what the contract says
  set_by text not null,
  set_at timestamptz not null,
  constraint payee_opt_out_pkey primary key (bank_id, customer_number)
);

alter table payments.payee_opt_out enable row level security;
alter table payments.payee_opt_out force row level security;
create policy tenant on payments.payee_opt_out to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.payee_opt_out to current_user using (true);
grant select, insert, update, delete on payments.payee_opt_out to portico_app;
