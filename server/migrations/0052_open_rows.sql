-- Open work is read by indexes of its own, in the order in which it is taken.
-- phase: expand
-- transaction: per step

-- step: due standing orders in the order of their numbers: on the first of a month very many have the same day
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists standing_order_due_in_order on ledger.standing_order (bank_id, next_on, order_no)
  where next_on is not null;

-- step: replaced by the index before
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists ledger.standing_order_due;

-- step: payments that have not ended, by id
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists payment_open on payments.payment (bank_id, payment_id) where ended_at is null;

-- step: messages that are being sent, by the end of their lease
-- By the lease and not by the status, which an index of all open messages has too: while statistics know no open message,
-- the planner cannot tell which of the two is smaller.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists communication_lease on correspondence.communication (lease_until, bank_id)
  where lease_until is not null;

-- step: replaced by the index before
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists correspondence.communication_leased;
