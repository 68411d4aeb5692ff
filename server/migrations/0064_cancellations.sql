-- Cancellations of payments that the payer has to approve.
-- phase: expand
-- transaction: per step

-- step: the request that counts
-- each request has its own id, so that signatures of an earlier one do not count for a later one
alter table payments.payment add column if not exists cancellation_id uuid;
-- end of its life without approval
alter table payments.payment add column if not exists cancellation_until timestamptz;
-- when the payer approved it; the core decides about a payment that was released before
alter table payments.payment add column if not exists cancellation_approved_at timestamptz;

-- step: a customer who signed a request that lapsed may sign the next one of the same payment
-- For cancellations the signatures of the request alone decide who has signed.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently if not exists authorisation_approved_once
  on sca.authorisation (bank_id, subject_kind, subject_id, user_id)
  where status in ('unconfirmed', 'finalised', 'exempted') and subject_kind <> 'payment-cancellation';

-- step: the index that it replaces
drop index concurrently if exists sca.authorisation_once;

-- step: the name under which commands know it
alter index if exists sca.authorisation_approved_once rename to authorisation_once;
