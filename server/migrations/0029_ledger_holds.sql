-- Accounts are never deleted, so a reference from every hold only costs time when it is written.
-- phase: contract

alter table ledger.hold drop constraint hold_account;
