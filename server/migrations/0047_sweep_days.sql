-- Rows that change often are swept by a day, which changes once a day; signatures know whether their collection has ended.
-- phase: expand
-- transaction: per step

-- step: the day on which a row was last used
-- An index on the time of the last use makes every update write to every index of the table. The day is the same for all
-- updates of a day, so these stay in their page (HOT). A process of the previous version leaves the day as it is: a sweep
-- compares the time too, and finds such a row a little early. A default that is not volatile rewrites no table.
-- squawk-ignore adding-field-with-default
alter table "authorization".factor_attempts add column if not exists used_on date not null default current_date;

-- step: day of the last use in recipient_sends
-- squawk-ignore adding-field-with-default
alter table "authorization".recipient_sends add column if not exists used_on date not null default current_date;

-- step: day of the last use in login_attempts
-- squawk-ignore adding-field-with-default
alter table identity.login_attempts add column if not exists used_on date not null default current_date;

-- step: day of the last use in quota
-- squawk-ignore adding-field-with-default
alter table identity.quota add column if not exists used_on date not null default current_date;

-- step: sign-ins are cleaned up by one row in a hundred
-- The rows of thirteen months stand in one table; by default a fifth of them may be dead before the table is cleaned up.
alter table identity.login_event set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.01);

-- step: whether the collection of a signature has ended
alter table "authorization".signature add column if not exists is_settled boolean not null default false;

-- step: function that sets is_settled
-- Only signatures of collections that can still change are looked for by signer. A trigger and not the statements of the
-- product, because processes of the previous version end collections too.
create or replace function "authorization".settle_signatures() returns trigger language plpgsql as $$
begin
  update "authorization".signature s set is_settled = new.state not in ('open', 'fulfilled')
   where s.bank_id = new.bank_id and s.collection_id = new.collection_id
     and s.is_settled <> (new.state not in ('open', 'fulfilled'));
  return null;
end $$;

-- step: trigger that sets is_settled
create or replace trigger settle_signatures after update of state on "authorization".signature_collection
  for each row when ((old.state in ('open', 'fulfilled')) <> (new.state in ('open', 'fulfilled')))
  execute function "authorization".settle_signatures();

-- step: counters that are deleted when they were not used for two days; the others stay
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists factor_attempts_used_on on "authorization".factor_attempts (bank_id, used_on)
  where not is_suspended and daily_cap = 20;

-- step: recipients
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists recipient_sends_used_on on "authorization".recipient_sends (bank_id, used_on);

-- step: failed sign-ins
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists login_attempts_used_on on identity.login_attempts (bank_id, used_on);

-- step: quotas
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists quota_used_on on identity.quota (bank_id, used_on)
  where scope <> 'username-changes';

-- step: username changes, which are kept for a year
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists quota_name_changes on identity.quota (bank_id, used_on)
  where scope = 'username-changes';

-- step: signatures of open collections
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signature_open_of_user on "authorization".signature (bank_id, user_id)
  where state = 'valid' and not is_settled;

-- step: and those on behalf of another person
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signature_open_on_behalf on "authorization".signature (bank_id, on_behalf_of)
  where state = 'valid' and not is_settled and on_behalf_of is not null;

-- step until no row changes: settle signatures of collections that ended before
update "authorization".signature s set is_settled = true
 where s.ctid = any (array(
   select v.ctid from "authorization".signature v
     join "authorization".signature_collection c on c.bank_id = v.bank_id and c.collection_id = v.collection_id
    where v.state = 'valid' and not v.is_settled and c.state not in ('open', 'fulfilled') limit 2000));

-- step: the indexes on the time of the last use
-- A sweep of the previous version scans the table meanwhile; these tables are small.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists "authorization".factor_attempts_untouched;

-- step: drop recipient_sends_untouched
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists "authorization".recipient_sends_untouched;

-- step: drop login_attempts_untouched
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists identity.login_attempts_untouched;

-- step: drop quota_untouched
-- squawk-ignore ban-concurrent-index-creation-in-transaction
drop index concurrently if exists identity.quota_untouched;
