-- The communications of a batch are listed, and counted by status, without reading the others.
-- phase: expand
-- transaction: per step

-- step: communications of a batch
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists communication_batch on correspondence.communication
  (bank_id, batch_id, medium, status, created_at, communication_id) include (sender_id) where batch_id is not null;
