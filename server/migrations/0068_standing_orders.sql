-- Standing orders: payments that repeat. The order is a payment that is never submitted; each execution is another one.
-- phase: expand

alter table payments.payment drop constraint payment_service;
alter table payments.payment add constraint payment_service
  check (service in ('payments', 'bulk-payments', 'periodic-payments', 'standing-executions')) not valid;

-- of an execution: the order, and the day that its schedule planned, which is its key; it may be executed on another day
alter table payments.payment add column standing_order_id uuid;
alter table payments.payment add column planned_date date;
alter table payments.payment add constraint payment_standing check (
  (service = 'standing-executions') = (standing_order_id is not null)
  and (standing_order_id is null) = (planned_date is null)) not valid;

-- What a standing order has beside its payment.
create table payments.standing_order (
  bank_id text not null,
  payment_id uuid not null,
  -- the day that is executed next, as the schedule plans it; null before the order was taken up, and after its last day
  planned_date date,
  -- when a worker takes it up next; a worker that has it moves the time ahead; null while it is not approved and after
  -- its end
  due_at timestamptz,
  -- since when it cannot pay, and of ISO 20022 why; null while it can
  suspended_at timestamptz,
  suspension_reason text,
  -- whether a day was ever paid, and whether one was not: executions are deleted long before the end of an order
  has_paid boolean not null,
  has_failed boolean not null,
  constraint standing_order_pkey primary key (bank_id, payment_id),
  constraint standing_order_suspension check ((suspended_at is null) = (suspension_reason is null))
);
create index standing_order_due on payments.standing_order (bank_id, due_at) where due_at is not null;

alter table payments.standing_order enable row level security;
alter table payments.standing_order force row level security;
create policy tenant on payments.standing_order to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on payments.standing_order to current_user using (true);
grant select, insert, update, delete on payments.standing_order to portico_app;
