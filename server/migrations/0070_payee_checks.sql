-- Payments whose payees are verified before their approval.
-- phase: expand
-- transaction: per step

-- step: the states of a payment while its payee is verified
-- RCVC: verified, or confirmed by the payer; RVNC: not known yet; RVCM: the payer has to confirm the result
alter table payments.payment drop constraint if exists payment_status;
alter table payments.payment add constraint payment_status check (status in
  ('RCVD', 'RCVC', 'RVNC', 'RVCM', 'PATC', 'ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'PART', 'RJCT', 'CANC'))
  not valid;
alter table payments.payment drop constraint if exists payment_owner;
alter table payments.payment add constraint payment_owner
  check (owner is not null or status in ('RCVD', 'RCVC', 'RVNC', 'RVCM', 'RJCT', 'CANC')) not valid;
alter table payments.payment drop constraint if exists payment_approval;
alter table payments.payment add constraint payment_approval
  check (approved_at is not null or status in ('RCVD', 'RCVC', 'RVNC', 'RVCM', 'PATC', 'RJCT', 'CANC')) not valid;

-- step: payments that expire without approval
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists payment_unapproved on payments.payment (bank_id, expires_at)
  where status in ('RCVD', 'RCVC', 'RVNC', 'RVCM', 'PATC');

-- step: the index that it replaces; it has the rows that statements of the earlier release ask for
drop index concurrently if exists payments.payment_expiring;
