-- The ledger: a core banking system for banks that have connected none. Double entry; nothing of it is ever changed
-- or deleted but balances, holds and the state of instructions.
-- phase: expand

create schema ledger;
grant usage on schema ledger to portico_app;

create table ledger.account (
  bank_id text not null,
  account_id uuid not null,
  -- current, savings and card belong to customers; clearing, suspense and equity to the bank
  kind text not null,
  iban text,
  bban text,
  masked_pan text,
  product text not null,
  -- currencies in their order; the first is the main one
  currencies text[] not null,
  owner text,
  holders text[] not null,
  signing_mode text not null,
  opened_on date not null,
  constraint account_pkey primary key (bank_id, account_id),
  constraint account_kind check (kind in ('current', 'savings', 'card', 'clearing', 'suspense', 'equity')),
  constraint account_owned check ((owner is not null) = (kind in ('current', 'savings', 'card'))),
  constraint account_owner_holds check (owner is null or owner = any (holders)),
  constraint account_signing_mode check (signing_mode in ('any', 'all'))
);
create unique index account_iban on ledger.account (bank_id, iban) where iban is not null;
create unique index account_bban on ledger.account (bank_id, bban) where bban is not null;
create unique index account_masked_pan on ledger.account (bank_id, masked_pan) where masked_pan is not null;
create unique index account_internal on ledger.account (bank_id, kind) where owner is null;
create index account_holders on ledger.account using gin (holders);

-- One row for each currency of an account. Accounts of the bank that every payment touches have 64, so that payments
-- do not wait for each other; the balance is their sum. Every change of money or status locks the rows of an account.
create table ledger.balance (
  bank_id text not null,
  account_id uuid not null,
  currency text not null,
  slot integer not null,
  is_limited boolean not null,
  status text not null,
  booked bigint not null,
  held bigint not null,
  credit_limit bigint not null,
  changed_at timestamptz not null,
  constraint balance_pkey primary key (bank_id, account_id, currency, slot),
  constraint balance_account foreign key (bank_id, account_id) references ledger.account (bank_id, account_id),
  constraint balance_slot check (slot between 0 and 63 and (slot = 0 or not is_limited)),
  constraint balance_status check (status in ('open', 'blocked', 'closed')),
  constraint balance_held check (held >= 0),
  constraint balance_credit_limit check (credit_limit >= 0),
  constraint balance_within_limit check (not is_limited or booked - held >= -credit_limit),
  constraint balance_closed_is_empty check (status <> 'closed' or (booked = 0 and held = 0))
) with (fillfactor = 70);

create table ledger.instruction (
  bank_id text not null,
  instruction_id uuid not null,
  product text not null,
  debtor_account_id text not null,
  currency text not null,
  amount bigint not null,
  creditor_scheme text not null,
  creditor_account text not null,
  creditor_name text not null,
  creditor_agent text,
  end_to_end_id text,
  remittance text,
  -- SHA-256 of what a repeated submission must repeat
  content_hash bytea not null,
  state text not null,
  reason text,
  execution_date date not null,
  -- when the next step is due: execution of a pending instruction, settlement of an accepted one
  due_at timestamptz,
  hold_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint instruction_pkey primary key (bank_id, instruction_id),
  constraint instruction_amount check (amount > 0),
  constraint instruction_state
    check (state in ('pending', 'accepted', 'settled', 'rejected', 'returned', 'cancelled')),
  constraint instruction_due check ((due_at is not null) = (state in ('pending', 'accepted'))),
  constraint instruction_hold check ((hold_id is not null) = (state = 'accepted')),
  constraint instruction_reason check (reason is null or state in ('rejected', 'returned', 'cancelled'))
) with (fillfactor = 80);
create index instruction_due on ledger.instruction (bank_id, due_at) where due_at is not null;

-- Cancellations, also of instructions that have never arrived: those are refused when they do.
create table ledger.cancellation (
  bank_id text not null,
  instruction_id uuid not null,
  cancellation_id text not null,
  outcome text not null,
  requested_at timestamptz not null,
  constraint cancellation_pkey primary key (bank_id, instruction_id, cancellation_id),
  constraint cancellation_outcome check (outcome in ('cancelled', 'too-late'))
);

-- Numbers are drawn while the rows of the account are locked, so their order is the order of the account.
create sequence ledger.posting_no as bigint;
grant usage on sequence ledger.posting_no to portico_app;

-- Reserved money: a pending entry. It stays after it was booked, with the reference of the booked entry.
create table ledger.hold (
  bank_id text not null,
  hold_id uuid not null,
  hold_no bigint not null default nextval('ledger.posting_no'),
  account_id uuid not null,
  currency text not null,
  amount bigint not null,
  state text not null,
  details jsonb not null,
  instruction_id uuid,
  created_at timestamptz not null,
  booked_reference bigint,
  constraint hold_pkey primary key (bank_id, hold_id),
  constraint hold_amount check (amount > 0),
  constraint hold_state check (state in ('open', 'booked', 'released')),
  constraint hold_booked check ((booked_reference is not null) = (state = 'booked')),
  constraint hold_account foreign key (bank_id, account_id) references ledger.account (bank_id, account_id)
) with (fillfactor = 80);
create index hold_open on ledger.hold (bank_id, account_id, hold_no) where state = 'open';

create table ledger.journal_entry (
  bank_id text not null,
  entry_id uuid not null,
  kind text not null,
  instruction_id uuid,
  booked_at timestamptz not null,
  constraint journal_entry_pkey primary key (bank_id, entry_id),
  constraint journal_entry_kind
    check (kind in ('transfer', 'return', 'deposit', 'card', 'opening'))
);
create index journal_entry_instruction on ledger.journal_entry (bank_id, instruction_id)
  where instruction_id is not null;

create table ledger.posting (
  bank_id text not null,
  account_id uuid not null,
  currency text not null,
  posting_no bigint not null,
  entry_id uuid not null,
  slot integer not null,
  amount bigint not null,
  -- absent for accounts of the bank, whose balance is spread over slots
  balance_after bigint,
  booking_date date not null,
  value_date date not null,
  hold_id uuid,
  instruction_id uuid,
  details jsonb not null,
  constraint posting_pkey primary key (bank_id, posting_no),
  constraint posting_amount check (amount <> 0),
  constraint posting_entry foreign key (bank_id, entry_id) references ledger.journal_entry (bank_id, entry_id)
);
create index posting_of_account
  on ledger.posting (bank_id, account_id, currency, booking_date desc, posting_no desc);
create index posting_of_entry on ledger.posting (bank_id, entry_id);

-- Every entry sums to zero in every currency, when its transaction ends.
create function ledger.check_entry() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger.posting
     where bank_id = new.bank_id and entry_id = new.entry_id
     group by currency having sum(amount) <> 0
  ) then
    raise exception 'entry % does not sum to zero', new.entry_id
      using errcode = '23514', constraint = 'posting_sums_to_zero';
  end if;
  return null;
end $$;
create constraint trigger posting_sums_to_zero after insert on ledger.posting
  deferrable initially deferred for each row execute function ledger.check_entry();

-- The balance of an account at the end of each of its days.
create table ledger.day_balance (
  bank_id text not null,
  account_id uuid not null,
  currency text not null,
  day date not null,
  booked bigint not null,
  constraint day_balance_pkey primary key (bank_id, account_id, currency, day)
);
create table ledger.closed_day (
  bank_id text not null,
  day date not null,
  closed_at timestamptz not null,
  constraint closed_day_pkey primary key (bank_id, day)
);

create table ledger.standing_order (
  bank_id text not null,
  order_id uuid not null,
  account_id uuid not null,
  currency text not null,
  amount bigint not null,
  creditor_scheme text not null,
  creditor_account text not null,
  creditor_name text not null,
  remittance text,
  frequency text not null,
  first_on date not null,
  last_on date,
  -- absent once the last one was executed
  next_on date,
  constraint standing_order_pkey primary key (bank_id, order_id),
  constraint standing_order_amount check (amount > 0),
  constraint standing_order_frequency check (frequency in ('weekly', 'monthly', 'quarterly', 'yearly')),
  constraint standing_order_account foreign key (bank_id, account_id)
    references ledger.account (bank_id, account_id)
);
create index standing_order_account on ledger.standing_order (bank_id, account_id);
create index standing_order_due on ledger.standing_order (bank_id, next_on) where next_on is not null;

create table ledger.mid_rate (
  bank_id text not null,
  from_currency text not null,
  to_currency text not null,
  numerator bigint not null,
  denominator bigint not null,
  constraint mid_rate_pkey primary key (bank_id, from_currency, to_currency),
  constraint mid_rate_positive check (numerator > 0 and denominator > 0)
);

-- What changed, for those who follow the ledger. The transaction lets a reader wait for those that began before.
create sequence ledger.change_no as bigint;
grant usage on sequence ledger.change_no to portico_app;
create table ledger.change (
  bank_id text not null,
  transaction_no bigint not null default pg_current_xact_id()::text::bigint,
  change_no bigint not null default nextval('ledger.change_no'),
  kind text not null,
  subject_id uuid not null,
  changed_at timestamptz not null,
  constraint change_pkey primary key (bank_id, transaction_no, change_no),
  constraint change_kind check (kind in ('instruction', 'account'))
);

alter table ledger.account enable row level security;
alter table ledger.account force row level security;
alter table ledger.balance enable row level security;
alter table ledger.balance force row level security;
alter table ledger.instruction enable row level security;
alter table ledger.instruction force row level security;
alter table ledger.cancellation enable row level security;
alter table ledger.cancellation force row level security;
alter table ledger.hold enable row level security;
alter table ledger.hold force row level security;
alter table ledger.journal_entry enable row level security;
alter table ledger.journal_entry force row level security;
alter table ledger.posting enable row level security;
alter table ledger.posting force row level security;
alter table ledger.day_balance enable row level security;
alter table ledger.day_balance force row level security;
alter table ledger.closed_day enable row level security;
alter table ledger.closed_day force row level security;
alter table ledger.standing_order enable row level security;
alter table ledger.standing_order force row level security;
alter table ledger.mid_rate enable row level security;
alter table ledger.mid_rate force row level security;
alter table ledger.change enable row level security;
alter table ledger.change force row level security;
create policy tenant on ledger.account to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.balance to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.instruction to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.cancellation to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.hold to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.journal_entry to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.posting to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.day_balance to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.closed_day to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.standing_order to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.mid_rate to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy tenant on ledger.change to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
-- Journal and postings can be written once and never changed.
grant select, insert on ledger.journal_entry to portico_app;
grant select, insert on ledger.posting to portico_app;
grant select, insert on ledger.cancellation to portico_app;
grant select, insert on ledger.day_balance to portico_app;
grant select, insert on ledger.closed_day to portico_app;
grant select, insert on ledger.change to portico_app;
grant select, insert, update on ledger.account to portico_app;
grant select, insert, update on ledger.balance to portico_app;
grant select, insert, update on ledger.instruction to portico_app;
grant select, insert, update on ledger.hold to portico_app;
grant select, insert, update on ledger.standing_order to portico_app;
grant select, insert, update on ledger.mid_rate to portico_app;
