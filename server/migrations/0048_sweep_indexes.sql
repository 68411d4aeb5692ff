-- Clean-ups and erasures find their rows by an index.
-- phase: expand
-- transaction: per step

-- step: reserved usernames of an erased user
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists username_reservation_of_user on identity.username_reservation (bank_id, user_id);

-- step: requests for a correction that have expired
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists pending_correction_expiry on party.pending_correction (bank_id, expires_at);

-- step: the first day of the ledger, with which the closing of days begins
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists account_opened_on on ledger.account (bank_id, opened_on) where owner is not null;
