-- What is due at the same moment is processed in the order in which it came: with little money on an account the order
-- decides which of two payments is made.
-- phase: expand

alter table ledger.instruction add column instruction_no bigint;
alter table ledger.instruction alter column instruction_no set default nextval('ledger.posting_no');
alter table ledger.standing_order add column order_no bigint;
alter table ledger.standing_order alter column order_no set default nextval('ledger.posting_no');
