-- The worker verifies lists of payees in turns, one list of each third party at a time.
-- phase: expand
-- transaction: per step

-- step: when a worker takes a list up next
-- a worker that has it moves the time ahead; null before the first turn
alter table payee_verifications.bulk add column if not exists due_at timestamptz;

-- step: lists that are not verified, by third party
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists bulk_pending on payee_verifications.bulk
  (bank_id, organisation_id, created_at) where status = 'pending';
