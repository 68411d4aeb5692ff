-- The claim of bulks whose payees wait reads the first one of each third party, and nothing if none is due.
-- phase: expand
-- transaction: per step

-- step: index in the order of turns
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists bulk_check_turn
  on payments.bulk_check (bank_id, organisation_id, due_at, payment_id);

-- step: index of due bulks
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists bulk_check_due on payments.bulk_check (bank_id, due_at);

-- step: index of bulks that a worker has
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists bulk_check_taken
  on payments.bulk_check (bank_id, organisation_id, due_at) where is_taken;

-- step: the index that they replace
drop index concurrently if exists payments.bulk_check_waiting;
