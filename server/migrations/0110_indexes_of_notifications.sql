-- Messages to third parties are found by their receiver when they are sent again, and by their time after a restore.
-- phase: expand
-- transaction: per step

-- step: dead messages of a third party
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists notification_dead_of_receiver
  on tpp_notifications.notification (bank_id, organisation_id, ended_at) where state = 'dead';

-- step: waiting messages by the time of their change
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists notification_waiting_since
  on tpp_notifications.notification (bank_id, created_at) where state = 'waiting';
