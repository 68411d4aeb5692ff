-- Changes of signing rules, former memberships and absences are deleted with their owner or user, and when their time is over.
-- phase: expand
-- transaction: per step

-- step: rights to delete, and to clear the reason of a change that others keep
grant delete, update (reason) on "authorization".signing_change to portico_app;
grant delete on "authorization".signing_group_past to portico_app;

-- step: changes by their end
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_change_decided_at
  on "authorization".signing_change (bank_id, decided_at) where state <> 'proposed';

-- step: changes by their subject, such as the absence of a user
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_change_of_subject on "authorization".signing_change (bank_id, subject);

-- step: changes by the users whom they name
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_change_content
  on "authorization".signing_change using gin (content jsonb_path_ops);

-- step: former memberships by their end
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_group_past_until
  on "authorization".signing_group_past (bank_id, valid_until);

-- step: former memberships by their user
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_group_past_of_user
  on "authorization".signing_group_past (bank_id, user_id);

-- step: absences by their end
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_absence_until on "authorization".signing_absence (bank_id, absent_until);

-- step: absences by their user
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_absence_of_user on "authorization".signing_absence (bank_id, user_id);
