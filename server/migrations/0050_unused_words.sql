-- Deleting unused words of the search costs as much as the words that are deleted.
-- phase: expand
-- transaction: per step

-- step: words are deleted by the index of their bank
-- Deletes those of the given words that no party has, and their forms with one typo. Saves wait only if they bring one of
-- the words that are deleted. Only rows that are locked are deleted: of another row it would not be known whether a save that
-- this transaction waited for has brought the word. Returns how many rows of the dictionary it deleted.
create or replace function party.delete_words(bank text, candidates text[]) returns integer
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off as $$
declare
  counted_max constant integer := 100;
  -- The words have the collation "C", and a parameter takes the collation of the call: the index on bank_id, which has
  -- another one, would not be used.
  its_bank constant text collate "default" := bank;
  locked record;
  deleted text[];
  gone text[];
  forms record;
begin
  select array_agg(l.word) as words, array_agg(l.field) as fields into locked
    from (select k.word, k.field from party.search_word k
           where k.bank_id = its_bank and k.word = any (candidates) and k.bearers <= counted_max and not exists (
             select from party.search_posting p where p.bank_id = its_bank and p.word = k.word and p.field = k.field)
           order by k.word, k.field for update) as l;
  -- This statement sees what the transactions have saved that the one before waited for.
  with removed as (
    delete from party.search_word k using unnest(locked.words, locked.fields) as l (word, field)
     where k.bank_id = its_bank and k.word = l.word and k.field = l.field and k.bearers <= counted_max and not exists (
       select from party.search_posting p where p.bank_id = its_bank and p.word = k.word and p.field = k.field)
    returning k.word)
  select array_agg(r.word) into deleted from removed r;
  if deleted is null then
    return 0;
  end if;
  gone := array(select distinct d.word from unnest(deleted) as d (word)
                 where not exists (select from party.search_word k where k.bank_id = its_bank and k.word = d.word));
  select array_agg(v.typo) as typos, array_agg(u.word) as words into forms
    from unnest(gone) as u (word) cross join lateral party.search_typos_of(u.word) as v (typo);
  perform from party.search_typo s
    join unnest(forms.typos, forms.words) as g (typo, word)
      on s.bank_id = its_bank and s.typo = g.typo and s.word = g.word
    order by s.typo, s.word for update of s;
  -- Another field of the word may have been saved meanwhile.
  delete from party.search_typo s
   using unnest(forms.typos, forms.words) as g (typo, word)
   where s.bank_id = its_bank and s.typo = g.typo and s.word = g.word
     and not exists (select from party.search_word k where k.bank_id = its_bank and k.word = g.word);
  return cardinality(deleted);
end $$;

-- step: each word is looked up by itself
-- Looks at the next words of the dictionary and deletes those that no party has any more; returns how many it looked at:
-- fewer than words_max means that the dictionary has ended, and the next call starts again. A word stays in the dictionary
-- when a party loses it, because looking for other parties with the word would delay every change.
create or replace function party.delete_unused_words(words_max integer) returns integer
  language plpgsql security definer set search_path = pg_catalog
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
  set enable_mergejoin = off as $$
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
    from (select k.word, k.field, k.bearers, p.is_used is null as is_unused
            from (select w.word, w.field, w.bearers from party.search_word w
                   where w.bank_id = bank and (w.word, w.field) > (position.word, position.field)
                   order by w.word, w.field limit words_max) as k
            -- One probe for each word; "not exists" may read all postings of the bank.
            left join lateral (
              select true as is_used from party.search_posting o
               where o.bank_id = bank and o.word = k.word and o.field = k.field limit 1) as p on true) as n;
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

-- step: postings of an earlier entry are deleted by their keys
-- The words are in arrays first: the planner expects hundreds from the function, and reads all postings of the bank instead.
create or replace function party.save_search_entry(
    number text, kind_of text, unit text, at timestamptz, current_of text, former_of text, address_of text,
    places_of double precision[]) returns void
  language plpgsql security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan as $$
declare
  counted_max constant integer := 100;
  bank text := platform.bank_id();
  words_of text := current_of || former_of || address_of;
  earlier record;
  former record;
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
      select array_agg(w.word) as words, array_agg(w.field) as fields into former
        from party.search_postings_of(earlier.current_words, earlier.words) w;
      delete from party.search_posting p using unnest(former.words, former.fields) as w (word, field)
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

-- step: the same when a party is removed
-- Removes a party from the search, and from the dictionary the words that no other party has.
create or replace function party.remove_search_entry(number text) returns void
  language plpgsql security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan as $$
declare
  bank text := platform.bank_id();
  gone record;
  former record;
begin
  delete from party.search_entry e where e.bank_id = bank and e.party_number = number
    returning e.modified_at, e.current_words, e.current_words || e.former_words || e.address_words as words
    into gone;
  if gone.words is null then
    return;
  end if;
  select array_agg(w.word) as words, array_agg(w.field) as fields into former
    from party.search_postings_of(gone.current_words, gone.words) w;
  delete from party.search_posting p using unnest(former.words, former.fields) as w (word, field)
   where p.bank_id = bank and p.word = w.word and p.field = w.field
     and p.modified_at = gone.modified_at and p.party_number = number;
  -- In every field the party ever had: a surname that became a former one is still in the dictionary as both.
  perform party.delete_words(bank, (select array_agg(distinct w.word) from party.search_words_of(gone.words) w));
end $$;
