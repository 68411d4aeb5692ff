-- Parties: lists of a unit and erasures that read no more than they return; the dictionary without a lock per bank.
-- phase: expand
-- transaction: per step

-- step: where the clean-up of the dictionary continues
create table if not exists party.search_clean_up (
  bank_id text not null,
  word text collate "C" not null,
  field text collate "C" not null,
  constraint search_clean_up_pkey primary key (bank_id)
);
alter table party.search_clean_up enable row level security;
alter table party.search_clean_up force row level security;
drop policy if exists owner on party.search_clean_up;
create policy owner on party.search_clean_up to current_user using (true);

-- step: saving a party locks the words that it brings
-- A word that no party has any more is deleted by a transaction that locks it, and looks for parties with the word after
-- that. It never misses a party that is being saved, because that transaction holds the word: it changes the row of every
-- word that is new to the party and has up to a hundred bearers. Words with more are never deleted at once; see
-- delete_unused_words. The same holds for the forms of a word with one typo, which a new word changes or inserts.
-- Both sides lock words in order, and then the forms in order, so they never deadlock. The lock of the bank stays, shared,
-- for the functions of the previous release that delete; those below do not take it.
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
      -- Not `do nothing`, which would take no lock on a form that another transaction is about to delete.
      on conflict (bank_id, typo, word) do update set word = excluded.word;
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

-- step: wait for the transactions that saved under the former rule
do $$
declare
  began constant xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  for round in 1..1200 loop
    commit;
    exit when pg_snapshot_xmin(pg_current_snapshot()) >= began;
    if round = 1200 then
      -- The migrator tries again.
      raise exception 'a transaction has been open for a minute' using errcode = 'lock_not_available';
    end if;
    perform pg_sleep(0.05);
  end loop;
end $$;

-- step: deleting words takes no lock of the bank
-- Deletes those of the given words that no party has, and their forms with one typo. Saves wait only if they bring one of
-- the words that are deleted. Only rows that are locked are deleted: of another row it would not be known whether a save that
-- this transaction waited for has brought the word. Returns how many rows of the dictionary it deleted.
create or replace function party.delete_words(bank text, candidates text[]) returns integer
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  counted_max constant integer := 100;
  locked record;
  deleted text[];
  gone text[];
begin
  select array_agg(l.word) as words, array_agg(l.field) as fields into locked
    from (select k.word, k.field from party.search_word k
           where k.bank_id = bank and k.word = any (candidates) and k.bearers <= counted_max and not exists (
             select from party.search_posting p where p.bank_id = bank and p.word = k.word and p.field = k.field)
           order by k.word, k.field for update) as l;
  -- This statement sees what the transactions have saved that the one before waited for.
  with removed as (
    delete from party.search_word k using unnest(locked.words, locked.fields) as l (word, field)
     where k.bank_id = bank and k.word = l.word and k.field = l.field and k.bearers <= counted_max and not exists (
       select from party.search_posting p where p.bank_id = bank and p.word = k.word and p.field = k.field)
    returning k.word)
  select array_agg(r.word) into deleted from removed r;
  if deleted is null then
    return 0;
  end if;
  gone := array(select distinct d.word from unnest(deleted) as d (word)
                 where not exists (select from party.search_word k where k.bank_id = bank and k.word = d.word));
  perform from party.search_typo s
    join (select u.word, v.typo
            from unnest(gone) as u (word) cross join lateral party.search_typos_of(u.word) as v (typo)) as g
      on s.bank_id = bank and s.typo = g.typo and s.word = g.word
    order by s.typo, s.word for update of s;
  -- Another field of the word may have been saved meanwhile.
  delete from party.search_typo s
   using (select u.word, v.typo
            from unnest(gone) as u (word) cross join lateral party.search_typos_of(u.word) as v (typo)
           where not exists (select from party.search_word k where k.bank_id = bank and k.word = u.word)) as g
   where s.bank_id = bank and s.typo = g.typo and s.word = g.word;
  return cardinality(deleted);
end $$;
revoke execute on function party.delete_words from public;

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
  -- In every field the party ever had: a surname that became a former one is still in the dictionary as both.
  perform party.delete_words(bank, (select array_agg(distinct w.word) from party.search_words_of(gone.words) w));
end $$;

-- Looks at the next words of the dictionary and deletes those that no party has any more; returns how many it looked at:
-- fewer than words_max means that the dictionary has ended, and the next call starts again. A word stays in the dictionary
-- when a party loses it, because looking for other parties with the word would delay every change.
create or replace function party.delete_unused_words(words_max integer) returns integer
  language plpgsql security definer set search_path = pg_catalog
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  counted_max constant integer := 100;
  bank text := platform.bank_id();
  position record;
  seen record;
begin
  insert into party.search_clean_up as c (bank_id, word, field) values (bank, '', '')
    on conflict (bank_id) do update set word = c.word
    returning c.word, c.field into position;
  select count(*)::integer as words, (array_agg(n.word order by n.word desc, n.field desc))[1] as word,
         (array_agg(n.field order by n.word desc, n.field desc))[1] as field,
         array_agg(distinct n.word) filter (where n.is_unused and n.bearers <= counted_max) as unused,
         array_agg(n.word) filter (where n.is_unused and n.bearers > counted_max) as reset_words,
         array_agg(n.field) filter (where n.is_unused and n.bearers > counted_max) as reset_fields
    into seen
    from (select k.word, k.field, k.bearers, not exists (
                   select from party.search_posting p
                    where p.bank_id = bank and p.word = k.word and p.field = k.field) as is_unused
            from party.search_word k
           where k.bank_id = bank and (k.word, k.field) > (position.word, position.field)
           order by k.word, k.field limit words_max) as n;
  update party.search_clean_up c
     set word = case when seen.words < words_max then '' else seen.word end,
         field = case when seen.words < words_max then '' else seen.field end
   where c.bank_id = bank;
  -- All words that change, in the order in which saves lock them.
  perform from party.search_word k
    where k.bank_id = bank and k.word = any (seen.unused || seen.reset_words) order by k.word, k.field for update;
  -- A save may bring a word with many bearers without changing its row. It is counted anew, so that from now on every save
  -- changes the row, and deleted on the next pass if no party has it then.
  update party.search_word k set bearers = 1
    from unnest(seen.reset_words, seen.reset_fields) as r (word, field)
   where k.bank_id = bank and k.word = r.word and k.field = r.field;
  perform party.delete_words(bank, seen.unused);
  return seen.words;
end $$;

-- step: lists of a unit, in each order
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_of_unit_by_name on party.party
  (bank_id, servicing_unit, sort_name, party_number) where record_state = 'live';

-- step: parties of a unit by status
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_of_unit_by_status on party.party
  (bank_id, servicing_unit, customer_status, party_number) where record_state = 'live';

-- step: parties of a unit by creation
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_of_unit_by_creation on party.party
  (bank_id, servicing_unit, created_at, party_number) where record_state = 'live';

-- step: parties of a unit by change
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_of_unit_by_change on party.party
  (bank_id, servicing_unit, modified_at, party_number) where record_state = 'live';

-- step: the few parties that have died
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_deceased on party.party (bank_id, sort_name, party_number)
  where record_state = 'live' and individual_status = 'deceased';

-- step: relationships of an erased party, superseded ones too
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_relationship_from_all on party.party_relationship (bank_id, from_party);

-- step: relationships to an erased party
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_relationship_to_all on party.party_relationship (bank_id, to_party);
