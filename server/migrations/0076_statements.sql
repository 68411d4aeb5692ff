-- Statements of accounts: how far the bank is with a month, and one row for each account, currency and month.
-- phase: expand

create schema accounts;
grant usage on schema accounts to portico_app;

-- the month whose statements are opened now or next, by the numbers of the customers; absent where a bank sends none
create table accounts.statement_run (
  bank_id text not null,
  -- the first day of the month
  period date not null,
  -- the customer after whom the run goes on; empty before the first one
  after_number text collate "C" not null,
  -- when a worker takes it up next; a worker that has it moves the time ahead
  due_at timestamptz not null,
  constraint statement_run_pkey primary key (bank_id)
);

create table accounts.statement (
  bank_id text not null,
  statement_id uuid not null,
  -- as the core names it
  account_id text not null,
  currency text not null,
  -- the first day of the month
  period date not null,
  -- the customer under whose number the core has the account; null once the statement is settled
  owner text,
  -- when a worker takes it up next; a worker that has it moves the time ahead; null once the statement is settled
  due_at timestamptz,
  -- what became of it; null while it waits
  outcome text,
  constraint statement_pkey primary key (bank_id, statement_id),
  constraint statement_of_period unique (bank_id, period, account_id, currency),
  constraint statement_outcome check (outcome in ('sent', 'unused', 'unreachable', 'not-possible')),
  constraint statement_settled check ((outcome is null) = (due_at is not null) and (outcome is null) = (owner is not null))
);
create index statement_due on accounts.statement (bank_id, due_at) where due_at is not null;

alter table accounts.statement_run enable row level security;
alter table accounts.statement_run force row level security;
create policy tenant on accounts.statement_run to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on accounts.statement_run to current_user using (true);
grant select, insert, update, delete on accounts.statement_run to portico_app;

alter table accounts.statement enable row level security;
alter table accounts.statement force row level security;
create policy tenant on accounts.statement to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on accounts.statement to current_user using (true);
grant select, insert, update, delete on accounts.statement to portico_app;
