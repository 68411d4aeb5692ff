-- A day of a standing order is executed once, the orders of a customer are found however much the customer pays, and
-- single payments and executions have queues of their own.
-- phase: expand
-- transaction: per step

-- step: one execution for each day
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently if not exists payment_execution_of_order on payments.payment
  (bank_id, standing_order_id, planned_date) where standing_order_id is not null;

-- step: standing orders by owner
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists payment_standing_of_owner on payments.payment
  (bank_id, owner, created_at) where service = 'periodic-payments';

-- step: due single payments
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists payment_due_single on payments.payment
  (bank_id, due_at) where due_at is not null and service = 'payments';

-- step: due executions
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists payment_due_execution on payments.payment
  (bank_id, due_at) where due_at is not null and service = 'standing-executions';
