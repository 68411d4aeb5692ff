-- Lists of messages read what they return, whatever the number of messages; vacuum follows what is new.
-- phase: expand
-- transaction: per step

-- step: communications by medium and status, in the order of their creation
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists communication_list on correspondence.communication
  (bank_id, medium, status, created_at, communication_id);

-- step: a mailbox by status, with what it is sorted and filtered by, so that a page is found without reading the rows
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists mailbox_message_list on correspondence.mailbox_message
  (bank_id, customer_number, status, received_at, message_id) include (urgency, message_kind, message_category);

-- step: replaced by the index before, for the statements of the previous release too
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists correspondence.mailbox_message_counts;

-- step: since open messages are in a table of their own, no statement uses this one
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists correspondence.communication_order;

-- step: drop communication_digest, unused since 0016
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists correspondence.communication_digest;

-- step: vacuum by count, and freeze soon
-- By default these tables are vacuumed after a share of their rows has changed, at 300 million rows after months, and
-- frozen all at once. By count, a run reads the pages that changed since the last one, and freezes rows that no command
-- changes any more, so that a later run need not read them again. ADR-0084
alter table correspondence.communication set (
  autovacuum_vacuum_threshold = 500000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 500000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_analyze_threshold = 500000, autovacuum_analyze_scale_factor = 0,
  autovacuum_freeze_min_age = 2000000);

-- step: vacuum content by count
alter table correspondence.content set (
  autovacuum_vacuum_threshold = 500000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 500000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_freeze_min_age = 0);

-- step: vacuum mailbox_message by count
alter table correspondence.mailbox_message set (
  autovacuum_vacuum_threshold = 200000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 200000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_freeze_min_age = 0);

-- step: vacuum event_sequence by count
alter table platform.event_sequence set (
  autovacuum_vacuum_threshold = 500000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 500000, autovacuum_vacuum_insert_scale_factor = 0);
