-- A fraud report looks for released payments of its client, however many the client has made.
-- phase: expand
-- transaction: per step

-- step: released payments by owner
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists payment_released_of_owner on payments.payment
  (bank_id, owner, approved_at) where released_at is not null and ended_at is null;
