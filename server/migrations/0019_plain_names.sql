-- Tables, columns and stored names get the names that the documentation and the code use.
-- phase: contract
-- squawk-ignore-file renaming-table, renaming-column
--
-- Processes of an earlier version fail on the new names, and version 0.1.0 has no earlier release that must run beside it.
-- So this migration is applied while the product is stopped, and refuses to run otherwise. It changes catalog entries and
-- a few rows only, and takes less than a second. The worker, which owns the tables of the job runner, renames queued jobs
-- when it starts: server/src/platform/work/renamed-jobs.ts. Audit entries are hashed and keep their old values.

do $$ begin
  if exists (select from pg_stat_activity
              where datname = current_database() and usename in ('portico_app', 'portico_worker')) then
    raise exception 'processes of Portico are connected'
      using hint = 'Stop every api and worker, apply this migration, then start the new version.';
  end if;
end $$;

-- Platform: the inbox of event handlers, and the stored response of an idempotency key.
alter table platform.reaction rename to inbox_event;
alter table platform.inbox_event rename constraint reaction_pkey to inbox_event_pkey;
alter table platform.inbox_event rename constraint reaction_state to inbox_event_state;
alter index platform.reaction_open rename to inbox_event_open;
alter index platform.reaction_dead rename to inbox_event_dead;
alter index platform.reaction_settled rename to inbox_event_settled;
alter table platform.idempotency_record rename column answer to response;

-- Returns the backlog of the worker over all banks; counts stop at ten thousand, because a probe must stay cheap.
create or replace function platform.work_state(at timestamptz) returns table (
  unrelayed bigint, unrelayed_seconds float8, unpublished bigint, unpublished_seconds float8,
  dead_letters bigint, unsealed bigint)
  language sql stable security definer set search_path = pg_catalog as $$
  select (select count(*) from (select from platform.outbox_event where relayed_at is null limit 10000) as waiting),
         coalesce((select extract(epoch from at - occurred_at)::float8 from platform.outbox_event
                    where relayed_at is null order by position limit 1), 0),
         (select count(*) from (select from platform.outbox_event
                                 where relayed_at is not null and published_at is null limit 10000) as waiting),
         coalesce((select extract(epoch from at - occurred_at)::float8 from platform.outbox_event
                    where relayed_at is not null and published_at is null order by position limit 1), 0),
         (select count(*) from (select from platform.inbox_event where state = 'dead' limit 10000) as dead),
         (select count(*) from (select from platform.audit_entry where entry_no is null limit 10000) as open)
$$;

-- Only workers from before migration 0010 called these.
drop function platform.add_partition;
drop function platform.drop_told_partitions;

-- Authorization: attempt counters, dummy codes and challenges, hashes, and the time at which a code is dispatched.
alter table "authorization".factor_guard rename to factor_attempts;
alter table "authorization".factor_attempts rename column tries to attempts;
alter table "authorization".factor_attempts rename column blocks to lockouts;
alter table "authorization".factor_attempts rename constraint factor_guard_pkey to factor_attempts_pkey;
alter table "authorization".factor_attempts rename constraint factor_guard_streak to factor_attempts_streak;
alter table "authorization".factor_attempts rename constraint factor_guard_tries to factor_attempts_count;
alter table "authorization".factor_attempts rename constraint factor_guard_cap to factor_attempts_cap;
alter index "authorization".factor_guard_untouched rename to factor_attempts_untouched;

alter table "authorization".otp_verification rename column is_decoy to is_dummy;
alter table "authorization".otp_verification rename column code_digest to code_hash;
alter table "authorization".otp_verification rename column hand_over_at to dispatch_at;
alter table "authorization".otp_verification rename constraint otp_verification_decoy to otp_verification_dummy;
alter index "authorization".otp_verification_to_hand_over rename to otp_verification_to_dispatch;

alter table "authorization".ocra_challenge rename column is_decoy to is_dummy;
alter table "authorization".ocra_challenge rename column signature_digest to signature_data_hash;
alter table "authorization".ocra_challenge rename constraint ocra_challenge_decoy to ocra_challenge_dummy;
alter table "authorization".ocra_challenge rename constraint ocra_challenge_digest to ocra_challenge_data_hash;

alter table "authorization".used_device_signature rename column mark to signed_text_hash;

-- Identity: failed sign-ins, the binding of a sign-in to its browser, and the cooling-off period of a new phone.
alter table identity.login_guard rename to login_attempts;
alter table identity.login_attempts rename constraint login_guard_pkey to login_attempts_pkey;
alter table identity.login_attempts rename constraint login_guard_class to login_attempts_class;
alter table identity.login_attempts rename constraint login_guard_failures to login_attempts_failures;
alter index identity.login_guard_untouched rename to login_attempts_untouched;
alter table identity.sign_in rename column tie_hash to binding_hash;
alter table identity.sign_in rename column previous_tie_hash to previous_binding_hash;
alter table identity.user_account rename column phone_cools_until to phone_cooling_off_until;

-- Correspondence: when content is purged, and whether a customer was notified of a mailbox message.
alter table correspondence.content rename column forget_at to purge_at;
alter index correspondence.content_forgotten rename to content_purge_at;
alter table correspondence.mailbox_message rename column is_told to is_notified;
alter index correspondence.mailbox_message_untold rename to mailbox_message_not_notified;
alter table correspondence.template rename column digest to content_hash;
alter function correspondence.take_due rename to claim_due;

-- Party: forms of a word with one typo, and the hash of a requested correction.
alter table party.pending_correction rename column payload_digest to payload_hash;
alter table party.party_fact rename constraint party_fact_belief to party_fact_superseded;
alter index party.party_fact_believed rename to party_fact_current;
alter table party.search_slip rename to search_typo;
alter table party.search_typo rename column slip to typo;
alter table party.search_typo rename constraint search_slip_pkey to search_typo_pkey;
alter function party.search_slips_of rename to search_typos_of;

-- Saves the words by which a party is found. Words are inserted into the dictionary in order, so that two transactions
-- that bring the same words wait for each other and never deadlock.
create or replace function party.save_search_entry(
    number text, kind_of text, unit text, at timestamptz, current_of text, former_of text, address_of text,
    places_of double precision[]) returns void
  language plpgsql security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan as $$
declare
  counted_max constant integer := 100;
  bank text := platform.bank_id();
  words_of text := current_of || former_of || address_of;
  earlier record;
begin
  -- Transactions that save do not wait for each other, only for one that deletes words from the dictionary.
  perform pg_advisory_xact_lock_shared(hashtextextended('party.search_word ' || bank, 0));
  select e.modified_at, e.current_words, e.current_words || e.former_words || e.address_words as words into earlier
    from party.search_entry e where e.bank_id = bank and e.party_number = number for update;
  if earlier.words is distinct from words_of then
    with counted as (
      insert into party.search_word as k (bank_id, word, field, bearers)
        select bank, w.word, w.field, 1
          from (select n.word, n.field from party.search_words_of(words_of) n
                except select o.word, o.field from party.search_words_of(earlier.words) o) as w
         where not exists (select from party.search_word c
                            where c.bank_id = bank and c.word = w.word and c.field = w.field
                              and c.bearers * random() > counted_max)
         order by w.word, w.field
        on conflict (bank_id, word, field) do update set bearers = k.bearers + greatest(1, k.bearers / counted_max)
        returning k.word, k.bearers)
    insert into party.search_typo (bank_id, typo, word)
      select bank, s.typo, f.word
        from (select distinct t.word from counted t where t.bearers = 1) as f
       cross join lateral party.search_typos_of(f.word) as s (typo)
       order by s.typo, f.word
      on conflict do nothing;
  end if;
  if earlier.words is distinct from words_of or earlier.modified_at is distinct from at then
    if earlier.words is not null then
      delete from party.search_posting p using party.search_postings_of(earlier.current_words, earlier.words) w
       where p.bank_id = bank and p.word = w.word and p.field = w.field
         and p.modified_at = earlier.modified_at and p.party_number = number;
    end if;
    insert into party.search_posting (bank_id, word, field, modified_at, party_number)
      select bank, w.word, w.field, at, number from party.search_postings_of(current_of, words_of) w;
  end if;
  insert into party.search_entry as e (bank_id, party_number, kind, servicing_unit, modified_at, current_words,
                                       former_words, address_words, places)
    values (bank, number, kind_of, unit, at, current_of, former_of, address_of, places_of)
    on conflict (bank_id, party_number) do update
      set kind = excluded.kind, servicing_unit = excluded.servicing_unit, modified_at = excluded.modified_at,
          current_words = excluded.current_words, former_words = excluded.former_words,
          address_words = excluded.address_words, places = excluded.places;
end $$;

-- Removes a party from the search, and from the dictionary the words that no other party has.
create or replace function party.remove_search_entry(number text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  bank text := platform.bank_id();
  gone record;
begin
  delete from party.search_entry e where e.bank_id = bank and e.party_number = number
    returning e.modified_at, e.current_words, e.current_words || e.former_words || e.address_words as words
    into gone;
  if gone.words is null then
    return;
  end if;
  delete from party.search_posting p using party.search_postings_of(gone.current_words, gone.words) w
   where p.bank_id = bank and p.word = w.word and p.field = w.field
     and p.modified_at = gone.modified_at and p.party_number = number;
  perform pg_advisory_xact_lock(hashtextextended('party.search_word ' || bank, 0));
  -- In every field it ever had: a surname that became a former one is still in the dictionary as both.
  delete from party.search_word k using party.search_words_of(gone.words) w
   where k.bank_id = bank and k.word = w.word
     and not exists (select from party.search_posting p
                      where p.bank_id = bank and p.word = k.word and p.field = k.field);
  delete from party.search_typo s
   using (select distinct w.word, v.typo
            from party.search_words_of(gone.words) w cross join lateral party.search_typos_of(w.word) as v (typo)
           where not exists (select from party.search_word k where k.bank_id = bank and k.word = w.word)) as g
   where s.bank_id = bank and s.typo = g.typo and s.word = g.word;
end $$;

-- Returns what a search term may match. `beginning`: words that begin with it, up to a number for each term; `letters`: the
-- first three letters of those that begin with a short one; `typo`: words that share a form with it when one letter is left
-- out, which the caller verifies; `number`: parties whose number begins with it; `number-typo`: parties among those given.
drop function party.search_expand;
create function party.search_expand(
    beginnings text[], words_max integer, short_terms text[], typos text[],
    number_beginnings text[], numbers_max integer, numbers text[])
  returns table (source text, term text, found text, fields text, bearers integer)
  language plpgsql stable security definer set search_path = pg_catalog
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off as $$
declare
  bank text := platform.bank_id();
  -- sorts behind everything that can follow in a word
  last constant text := chr(1114111);
begin
  if cardinality(beginnings) > 0 then
    return query
      select 'beginning', b.term, w.word, w.fields, w.bearers
        from unnest(beginnings) as b (term) cross join lateral
             (select k.word, string_agg(k.field, '') as fields, sum(k.bearers)::integer as bearers
                from party.search_word k
               where k.bank_id = bank and k.word >= b.term and k.word < b.term || last
               group by k.word order by k.word limit words_max) as w;
  end if;
  if cardinality(short_terms) > 0 then
    return query
      select 'letters', s.term, l.letters, '', 0
        from unnest(short_terms) as s (term) cross join lateral (
          with recursive step as (
            select (select left(k.word, 3) from party.search_word k
                     where k.bank_id = bank and k.word >= s.term order by k.word limit 1) as letters
            union all
            select (select left(k.word, 3) from party.search_word k
                     where k.bank_id = bank
                       and k.word > case when length(t.letters) < 3 then t.letters else t.letters || last end
                     order by k.word limit 1)
              from step t where starts_with(t.letters, s.term))
          select t.letters from step t where starts_with(t.letters, s.term) limit words_max) as l;
  end if;
  if cardinality(typos) > 0 then
    return query
      select 'typo', '', s.word, k.fields, k.bearers
        from (select distinct c.word from unnest(typos) as v (typo)
                join party.search_typo c on c.bank_id = bank and c.typo = v.typo) as s
       cross join lateral (select string_agg(o.field, '') as fields, sum(o.bearers)::integer as bearers
                             from party.search_word o where o.bank_id = bank and o.word = s.word) as k;
  end if;
  if cardinality(number_beginnings) > 0 then
    return query
      select 'number', b.term, e.party_number, '', 1
        from unnest(number_beginnings) as b (term) cross join lateral
             (select n.party_number from party.search_entry n
               where n.bank_id = bank and n.party_number >= b.term and n.party_number < b.term || last
               order by n.party_number limit numbers_max) as e
      union all
      select 'number-typo', '', e.party_number, '', 1 from party.search_entry e
       where e.bank_id = bank and e.party_number = any (numbers);
  end if;
end $$;

-- Deletes words that no party has any more from the dictionary; returns how many. A word stays there when a party loses it,
-- because looking for other parties with the word would delay every change. Blocks changes only while it deletes.
drop function party.forget_unused_words;
create function party.delete_unused_words(words_max integer) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  bank text := platform.bank_id();
  unused text[];
  deleted integer;
begin
  select array_agg(u.word) into unused from (
    select k.word from party.search_word k
     where k.bank_id = bank and not exists (
       select from party.search_posting p where p.bank_id = bank and p.word = k.word and p.field = k.field)
     limit words_max) as u;
  if unused is null then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('party.search_word ' || bank, 0));
  delete from party.search_word k
   where k.bank_id = bank and k.word = any (unused) and not exists (
     select from party.search_posting p where p.bank_id = bank and p.word = k.word and p.field = k.field);
  get diagnostics deleted = row_count;
  delete from party.search_typo s
   using (select distinct u.word, v.typo
            from unnest(unused) as u (word) cross join lateral party.search_typos_of(u.word) as v (typo)
           where not exists (select from party.search_word k where k.bank_id = bank and k.word = u.word)) as g
   where s.bank_id = bank and s.typo = g.typo and s.word = g.word;
  return deleted;
end $$;
revoke execute on function party.search_expand, party.delete_unused_words from public;
grant execute on function party.search_expand, party.delete_unused_words to portico_app;

-- Rows that timed jobs set aside carry the name of the job. The owner needs a policy to see them.
create policy owner on platform.set_aside_row to current_user using (true);
update platform.set_aside_row s
   set job = n.new_name || substr(s.job, length(n.old_name) + 1)
  from (values ('tidy-identity/forget', 'clean-up-identity/purge'), ('tidy-identity', 'clean-up-identity'),
               ('tidy-authorization', 'clean-up-authorization'), ('tidy-correspondence', 'clean-up-correspondence'),
               ('tidy-parties', 'clean-up-parties'), ('forget-codes', 'purge-codes'),
               ('forget-strangers', 'purge-unknown-users'), ('forget-expired', 'purge-expired'),
               ('take-due-changes', 'apply-due-changes'),
               ('keep-maintenance-times', 'apply-maintenance-schedule')) as n (old_name, new_name)
 where (s.job = n.old_name or starts_with(s.job, n.old_name || '/'))
   and not (n.old_name = 'tidy-identity' and s.job = 'tidy-identity/forget');
drop policy owner on platform.set_aside_row;

-- The event of a requested recovery: those that were not relayed, published or handled yet. Its data is an object of texts
-- without free text, so that a quoted name occurs as a member only.
update platform.outbox_event
   set name = 'recovery-requested', data = replace(data, '"wish"', '"kind"')
 where name = 'recovery-entered' and relayed_at is null;
update platform.outbox_event
   set name = 'recovery-requested', data = replace(data, '"wish"', '"kind"')
 where name = 'recovery-entered' and relayed_at is not null and published_at is null;
update platform.inbox_event
   set event = replace(replace(event, '"recovery-entered"', '"recovery-requested"'), '"wish"', '"kind"')
 where state in ('pending', 'dead') and aggregate_kind = 'recovery';
