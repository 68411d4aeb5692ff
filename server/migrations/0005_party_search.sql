-- Search of parties: a dictionary of words, and lists of who has them. Written and read by functions only: under
-- row-level security a condition on an array could not use its index, so the functions look after the bank themselves.
-- phase: expand

-- Every word that a bank's parties have in a name or an address, folded, and where it stands.
create table party.search_word (
  bank_id text not null,
  word text collate "C" not null,
  -- one letter; the list is in the capability's store
  field text collate "C" not null,
  -- how many have had it, about: from a hundred on only some are counted, for many, so that nobody waits at a common word
  bearers integer not null,
  constraint search_word_pkey primary key (bank_id, word, field)
) with (fillfactor = 90);

-- Words that can be mistyped, under themselves and under what is left of them without one letter.
create table party.search_slip (
  bank_id text not null,
  slip text collate "C" not null,
  word text collate "C" not null,
  constraint search_slip_pkey primary key (bank_id, slip, word)
);

-- What a search looks at: one row per living party. Words stand as ' anna/g maria/m ', each with its field.
create table party.search_entry (
  bank_id text not null,
  party_number text collate "C" not null,
  kind text not null,
  servicing_unit text,
  modified_at timestamptz not null,
  current_words text collate "C" not null,
  former_words text collate "C" not null,
  address_words text collate "C" not null,
  -- latitude, longitude, latitude, …
  places double precision[],
  constraint search_entry_pkey primary key (bank_id, party_number)
) with (fillfactor = 90);

-- What the index knows a party by, as hashes: its words, how they begin, every two beginnings, those in names once more,
-- its unit, and the squares of one degree where it lives. The service makes the same texts of a search. Whoever has more
-- pairs than are kept is proposed for all of them; house numbers are not paired.
create function party.search_tokens(
    bank text, current_of text, former_of text, address_of text, unit text, places double precision[])
  returns integer[] language plpgsql immutable parallel safe as $$
declare
  beginnings_max constant integer := 28;
  tokens integer[] := '{}';
  words text[] := '{}';
  beginnings text[] := '{}';
  counts integer[] := '{}';
  names integer[] := '{}';
  part text;
  word text;
  is_name integer;
  place integer;
  pair text;
begin
  -- Names come first, so a word that stands in a name and in an address counts as a name.
  foreach part in array string_to_array(current_of || former_of || address_of, ' ')
  loop
    word := split_part(part, '/', 1);
    continue when part = '' or word = any (words);
    words := words || word;
    tokens := tokens || hashtext(bank || ' w ' || word);
    if length(word) > 3 then
      tokens := tokens || hashtext(bank || ' b ' || left(word, 4));
    end if;
    continue when length(word) < 3 and word ~ '^[0-9]+$';
    is_name := case when right(part, 2) = '/a' then 0 else 1 end;
    place := array_position(beginnings, left(word, 3));
    if place is null then
      beginnings := beginnings || left(word, 3);
      counts := counts || 1;
      names := names || is_name;
    else
      counts[place] := counts[place] + 1;
      names[place] := names[place] + is_name;
    end if;
  end loop;
  if cardinality(beginnings) > beginnings_max then
    tokens := tokens || hashtext(bank || ' m');
  end if;
  for i in 1 .. cardinality(beginnings)
  loop
    tokens := tokens || hashtext(bank || ' b ' || beginnings[i]);
    continue when cardinality(beginnings) > beginnings_max;
    for j in i .. cardinality(beginnings)
    loop
      continue when i = j and counts[i] < 2;
      pair := case when beginnings[i] collate "C" < beginnings[j] collate "C"
        then beginnings[i] || ' ' || beginnings[j] else beginnings[j] || ' ' || beginnings[i] end;
      tokens := tokens || hashtext(bank || ' p ' || pair);
      if names[i] > 0 and names[j] > 0 and (i < j or names[i] > 1) then
        tokens := tokens || hashtext(bank || ' n ' || pair);
      end if;
    end loop;
  end loop;
  if unit is not null then
    tokens := tokens || hashtext(bank || ' u ' || unit);
  end if;
  for i in 1 .. coalesce(cardinality(places), 0) - 1 by 2
  loop
    tokens := tokens || hashtext(bank || ' c ' || floor(places[i])::integer || ' ' || (floor(places[i + 1])::integer + 360) % 360);
  end loop;
  return tokens;
end $$;
-- A search must not wade through what came last, so nothing waits to be sorted in.
create index search_entry_tokens on party.search_entry
  using gin (party.search_tokens(bank_id, current_words, former_words, address_words, servicing_unit, places))
  with (fastupdate = off);

-- Who has a word, the last modified first: answers a search for one word without looking at anything else. So do the
-- first three and four letters of the words of current names, which stand here as fields 3 and 4.
create table party.search_posting (
  bank_id text not null,
  word text collate "C" not null,
  field text collate "C" not null,
  modified_at timestamptz not null,
  party_number text collate "C" not null
);
create unique index search_posting_newest on party.search_posting
  (bank_id, word, field, modified_at desc, party_number);
-- A primary key cannot run backwards, and a second index of this size would be for nothing.
alter table party.search_posting replica identity using index search_posting_newest;

alter table party.search_word enable row level security;
alter table party.search_word force row level security;
alter table party.search_slip enable row level security;
alter table party.search_slip force row level security;
alter table party.search_entry enable row level security;
alter table party.search_entry force row level security;
alter table party.search_posting enable row level security;
alter table party.search_posting force row level security;
create policy owner on party.search_word to current_user using (true);
create policy owner on party.search_slip to current_user using (true);
create policy owner on party.search_entry to current_user using (true);
create policy owner on party.search_posting to current_user using (true);

-- ' anna/g maria/m ' → (anna, g), (maria, m)
create function party.search_words_of(words text) returns table (word text, field text)
  language sql immutable parallel safe as $$
  select distinct split_part(part, '/', 1) collate "C", split_part(part, '/', 2) collate "C"
    from string_to_table(words, ' ') as part where part <> ''
$$;

-- What of a party stands in the lists: its words, and the first three and four letters of those of its current names,
-- as fields 3 and 4. The beginning of a very common kind of name is then one list and not thousands.
create function party.search_postings_of(current_of text, words text) returns table (word text, field text)
  language sql immutable parallel safe as $$
  select w.word, w.field from party.search_words_of(words) w
  union all
  select distinct left(w.word, n)::text collate "C", n::text collate "C"
    from party.search_words_of(current_of) w cross join generate_series(3, 4) as n where length(w.word) >= n
$$;

-- A word, and what is left of it without one letter; nothing for words that are short or only digits, which are never
-- taken for a slip.
create function party.search_slips_of(word text) returns setof text language sql immutable parallel safe as $$
  select overlay(word placing '' from place for 1) from generate_series(1, length(word)) as place
   where length(word) >= 4 and word ~ '[^0-9]'
  union
  select word where length(word) >= 4 and word ~ '[^0-9]'
$$;

-- Saves what of a party can be searched. Words go into the dictionary in order, so that two who bring the same ones
-- wait for each other and never in a circle.
create function party.save_search_entry(
    number text, kind_of text, unit text, at timestamptz, current_of text, former_of text, address_of text,
    places_of double precision[]) returns void
  language plpgsql security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan as $$
declare
  counted_max constant integer := 100;
  bank text := platform.bank_id();
  words_of text := current_of || former_of || address_of;
  earlier record;
begin
  -- Those who save do not wait for each other, only for one who takes words out of the dictionary.
  perform pg_advisory_xact_lock_shared(hashtextextended('party.search_word ' || bank, 0));
  select e.modified_at, e.current_words, e.current_words || e.former_words || e.address_words as words into earlier
    from party.search_entry e where e.bank_id = bank and e.party_number = number for update;
  if earlier.words is distinct from words_of then
    with told as (
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
    insert into party.search_slip (bank_id, slip, word)
      select bank, s.slip, f.word
        from (select distinct t.word from told t where t.bearers = 1) as f
       cross join lateral party.search_slips_of(f.word) as s (slip)
       order by s.slip, f.word
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

-- Takes a party out of the search, and out of the dictionary the words that nobody else has.
create function party.remove_search_entry(number text) returns void
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
  -- In whatever field it once stood: a surname that became a former one is still in the dictionary as both.
  delete from party.search_word k using party.search_words_of(gone.words) w
   where k.bank_id = bank and k.word = w.word
     and not exists (select from party.search_posting p
                      where p.bank_id = bank and p.word = k.word and p.field = k.field);
  delete from party.search_slip s
   using (select distinct w.word, v.slip
            from party.search_words_of(gone.words) w cross join lateral party.search_slips_of(w.word) as v (slip)
           where not exists (select from party.search_word k where k.bank_id = bank and k.word = w.word)) as g
   where s.bank_id = bank and s.slip = g.slip and s.word = g.word;
end $$;

-- What a term may stand for. `beginning`: words that begin with it, up to a number for each term; `letters`: the first
-- three letters of those that begin with a short one; `slip`: words that have something in common with it when one letter
-- is left out, which the caller judges; `number`: parties whose number begins with it, or is among those given.
create function party.search_expand(
    beginnings text[], words_max integer, short_terms text[], slips text[],
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
  if cardinality(slips) > 0 then
    return query
      select 'slip', '', s.word, k.fields, k.bearers
        from (select distinct c.word from unnest(slips) as v (slip)
                join party.search_slip c on c.bank_id = bank and c.slip = v.slip) as s
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
      select 'number-slip', '', e.party_number, '', 1 from party.search_entry e
       where e.bank_id = bank and e.party_number = any (numbers);
  end if;
end $$;

-- What a match is worth, best first: current name exact and beginning, former name exact and beginning, current and
-- former name with a slip, address exact, beginning and with a slip; then the party number, exact and beginning.
create function party.search_score(
    current_of text, former_of text, address_of text, number text,
    beginning text, exact text, slips text[], number_beginning text, scores integer[]) returns integer
  language sql immutable parallel safe as $$
  select greatest(
    case
      when beginning is null then 0
      when strpos(current_of, beginning) > 0 then
        case when strpos(current_of, exact) > 0 then scores[1] else scores[2] end
      when strpos(former_of, beginning) > 0 then
        case when strpos(former_of, exact) > 0 then scores[3] else scores[4] end
      when slips is not null and string_to_array(current_of, ' ') && slips then scores[5]
      when slips is not null and string_to_array(former_of, ' ') && slips then scores[6]
      when strpos(address_of, beginning) > 0 then
        case when strpos(address_of, exact) > 0 then scores[7] else scores[8] end
      when slips is not null and string_to_array(address_of, ' ') && slips then scores[9]
      else 0
    end,
    case
      when number_beginning is null then 0
      when not starts_with(lower(number), number_beginning) then 0
      when length(number) = length(number_beginning) then scores[10]
      else scores[11]
    end)
$$;

-- Great circle on a sphere of the earth's mean radius, after a look at the latitude.
create function party.search_is_near(places double precision[], lat double precision, long double precision,
                                     radius_km double precision) returns boolean
  language sql immutable parallel safe as $$
  select exists (
    select from generate_series(1, cardinality(places) - 1, 2) as at
     where abs(places[at] - lat) <= radius_km / 110
       and 2 * 6371.0088 * asin(least(1, sqrt(sind((places[at] - lat) / 2) ^ 2
             + cosd(lat) * cosd(places[at]) * sind((places[at + 1] - long) / 2) ^ 2))) <= radius_km)
$$;

-- Words of the wanted fields only; null leaves all, '' none.
create function party.search_kept(words text, fields text) returns text
  language sql immutable parallel safe as $$
  select case when fields is null then words when fields = '' then ''
    else regexp_replace(words, ' [^ /]+/[^' || fields || ']', '', 'g') end
$$;

-- Parties that match all terms, or any, among those that the index proposes and those given by number. Every proposal
-- is looked at: the index may propose too many and never too few. Where it proposes more than can be looked at, some of
-- those come first who have the very words, then some who have all terms in their names; where that is to be expected,
-- they come at once.
create function party.search_matching(
    condition1 text[], condition2 text[], condition3 text[], condition4 text[], condition5 text[],
    exact1 text[], exact2 text[], names text[], is_crowded boolean, numbers text[],
    beginnings text[], exacts text[], slips text[], number_beginnings text[], extra jsonb, scores integer[],
    current_fields text, former_fields text, address_fields text, must_match integer,
    kind_of text, units text[], lat double precision, long double precision, radius_km double precision,
    proposals_max integer, hits_max integer, page_offset integer, page_size integer)
  returns table (party_numbers text[], hit_scores integer[], hit_count integer, is_exceeded boolean)
  language plpgsql stable security definer set search_path = pg_catalog
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off as $$
declare
  bank text := platform.bank_id();
  token1 integer[];
  token2 integer[];
  token3 integer[];
  token4 integer[];
  token5 integer[];
  first_exact integer[];
  second_exact integer[];
  in_names integer[];
  stage text;
  proposals integer;
  is_cut_off boolean := false;
  terms constant integer := cardinality(beginnings);
  slip1 text[];
  slip2 text[];
  slip3 text[];
  slip4 text[];
  slip5 text[];
  slip6 text[];
  slip7 text[];
  slip8 text[];
begin
  select c1, coalesce(c2, c1), coalesce(c3, c2, c1), coalesce(c4, c2, c1), coalesce(c5, c4, c2, c1), e1, e2, n,
         string_to_array(slips[1], ' '), string_to_array(slips[2], ' '), string_to_array(slips[3], ' '), string_to_array(slips[4], ' '), string_to_array(slips[5], ' '), string_to_array(slips[6], ' '), string_to_array(slips[7], ' '), string_to_array(slips[8], ' ')
    into token1, token2, token3, token4, token5, first_exact, second_exact, in_names, slip1, slip2, slip3, slip4, slip5, slip6, slip7, slip8
    from (select (select array_agg(hashtext(bank || ' ' || t)) from unnest(condition1) as t) as c1,
                 (select array_agg(hashtext(bank || ' ' || t)) from unnest(condition2) as t) as c2,
                 (select array_agg(hashtext(bank || ' ' || t)) from unnest(condition3) as t) as c3,
                 (select array_agg(hashtext(bank || ' ' || t)) from unnest(condition4) as t) as c4,
                 (select array_agg(hashtext(bank || ' ' || t)) from unnest(condition5) as t) as c5,
                 (select array_agg(hashtext(bank || ' ' || t)) from unnest(exact1) as t) as e1,
                 (select array_agg(hashtext(bank || ' ' || t)) from unnest(exact2) as t) as e2,
                 (select array_agg(hashtext(bank || ' ' || t)) from unnest(names) as t) as n) as hashed;
  stage := case when is_crowded and in_names is not null then 'exact' else 'wide' end;
  loop
    -- `offset 0` keeps the steps apart, so that nothing is worked out twice.
    with judged as materialized (
      select c.party_number, c.modified_at, c.is_proposed,
             c.score1 + c.score2 + c.score3 + c.score4 + c.score5 + c.score6 + c.score7 + c.score8 as score,
             c.is_wanted and (c.score1 > 0)::integer + (c.score2 > 0)::integer + (c.score3 > 0)::integer + (c.score4 > 0)::integer
                 + (c.score5 > 0)::integer + (c.score6 > 0)::integer + (c.score7 > 0)::integer + (c.score8 > 0)::integer >= must_match as is_hit
        from (select k.party_number, k.modified_at, k.is_proposed, k.is_wanted,
                       case when terms < 1 then 0 else greatest((k.more ->> 0)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[1], exacts[1], slip1, number_beginnings[1], scores)) end as score1,
                       case when terms < 2 then 0 else greatest((k.more ->> 1)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[2], exacts[2], slip2, number_beginnings[2], scores)) end as score2,
                       case when terms < 3 then 0 else greatest((k.more ->> 2)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[3], exacts[3], slip3, number_beginnings[3], scores)) end as score3,
                       case when terms < 4 then 0 else greatest((k.more ->> 3)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[4], exacts[4], slip4, number_beginnings[4], scores)) end as score4,
                       case when terms < 5 then 0 else greatest((k.more ->> 4)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[5], exacts[5], slip5, number_beginnings[5], scores)) end as score5,
                       case when terms < 6 then 0 else greatest((k.more ->> 5)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[6], exacts[6], slip6, number_beginnings[6], scores)) end as score6,
                       case when terms < 7 then 0 else greatest((k.more ->> 6)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[7], exacts[7], slip7, number_beginnings[7], scores)) end as score7,
                       case when terms < 8 then 0 else greatest((k.more ->> 7)::integer,
                         party.search_score(k.current_words, k.former_words, k.address_words, k.party_number,
                           beginnings[8], exacts[8], slip8, number_beginnings[8], scores)) end as score8
                from (select r.party_number, r.modified_at, r.is_proposed, extra -> r.party_number as more,
                             (kind_of is null or r.kind = kind_of)
                               and (units is null or r.servicing_unit = any (units))
                               and (radius_km is null or party.search_is_near(r.places, lat, long, radius_km))
                               as is_wanted,
                             party.search_kept(r.current_words, current_fields) as current_words,
                             party.search_kept(r.former_words, former_fields) as former_words,
                             party.search_kept(r.address_words, address_fields) as address_words
                        from ((select e.party_number, e.modified_at, e.kind, e.servicing_unit, e.places,
                                      e.current_words, e.former_words, e.address_words, true as is_proposed
                                 from party.search_entry e
                                where e.bank_id = bank
                                  and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places)
                                      && case stage when 'exact' then first_exact when 'names' then in_names
                                                    else token1 end
                                  and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places)
                                      && case stage when 'exact' then second_exact else token2 end
                                  and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token3
                                  and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token4
                                  and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token5
                                  and e.party_number not in (select n from unnest(numbers) as n)
                                limit case when stage in ('exact', 'names') then hits_max else proposals_max end + 1)
                              union all
                              select e.party_number, e.modified_at, e.kind, e.servicing_unit, e.places,
                                     e.current_words, e.former_words, e.address_words, false
                                from party.search_entry e
                               where e.bank_id = bank and e.party_number = any (numbers)) as r
                      offset 0) as k
              offset 0) as c)
    select array_agg(p.party_number order by p.score desc, p.modified_at desc, p.party_number),
           array_agg(p.score order by p.score desc, p.modified_at desc, p.party_number),
           (select count(*) from judged j where j.is_hit), (select count(*) from judged j where j.is_proposed)
      into party_numbers, hit_scores, hit_count, proposals
      from (select j.party_number, j.score, j.modified_at from judged j where j.is_hit
             order by j.score desc, j.modified_at desc, j.party_number
             limit page_offset + page_size) as p;
    case stage
      when 'wide' then
        exit when proposals <= proposals_max or in_names is null;
        is_cut_off := true;
        stage := 'exact';
      when 'exact' then
        exit when hit_count > hits_max;
        numbers := numbers || party_numbers;
        stage := 'names';
      when 'names' then
        exit when hit_count > hits_max;
        if proposals > hits_max then
          is_cut_off := true;
        elsif not is_cut_off and hit_count >= page_offset + page_size then
          -- The page is full of names; it remains to be seen whether the window is full too.
          is_cut_off := (
            select count(*) from (
              select from party.search_entry e
               where e.bank_id = bank
                 and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token1
                 and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token2
                 and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token3
                 and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token4
                 and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && token5
               limit hits_max + 1) as p) > hits_max;
        end if;
        exit when is_cut_off and hit_count >= page_offset + page_size;
        numbers := numbers || party_numbers;
        stage := 'last';
      else
        exit;
    end case;
  end loop;
  is_exceeded := is_cut_off or proposals > proposals_max or hit_count > hits_max;
  hit_count := case when is_exceeded then hits_max else hit_count end;
  party_numbers := party_numbers[page_offset + 1 :];
  hit_scores := hit_scores[page_offset + 1 :];
  return next;
end $$;

-- Parties that match one term, the best first and the last modified first among equals. Looks first for what is worth
-- most, and for more only while there are not enough; `others` are parties found elsewhere, such as by their number.
-- Where very many have words that begin with the term, a page is taken from the list of its first letters.
create function party.search_newest(
    term text, slip_words text[], fields text[], exact_scores integer[], beginning_scores integer[],
    slip_scores integer[], least_scores integer[], current_fields text, others text[], other_scores integer[],
    kind_of text, units text[], lat double precision, long double precision, radius_km double precision,
    words_max integer, crowded_from integer, looked_at_max integer, hits_max integer,
    page_offset integer, page_size integer)
  returns table (party_numbers text[], hit_scores integer[], hit_count integer, is_exceeded boolean)
  language plpgsql stable security definer set search_path = pg_catalog
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  bank text := platform.bank_id();
  last constant text := chr(1114111);
  -- So few words are looked up one by one, however many have them.
  listed_max constant integer := 40;
  is_filtered boolean := kind_of is not null or units is not null or radius_km is not null;
  is_full boolean := false;
  enough integer;
  letters integer := least(length(term), 4);
begin
  if is_filtered then
    is_full := false;
  elsif (select count(*) >= words_max or (count(*) >= listed_max and sum(c.bearers) > crowded_from)
           from (select k.bearers from party.search_word k
                  where k.bank_id = bank and k.word > term and k.word < term || last
                    and beginning_scores[array_position(fields, k.field)] = beginning_scores[1]
                  limit words_max) as c)
  then
    with bearer as (
      select l.party_number, l.modified_at, f.exact as score
        from unnest(fields, exact_scores) as f (letter, exact) cross join lateral
             (select p.party_number, p.modified_at from party.search_posting p
               where p.bank_id = bank and p.word = term and p.field = f.letter
               order by p.modified_at desc, p.party_number limit page_offset + page_size) as l
       where f.exact > beginning_scores[1]
      union all
      select e.party_number, e.modified_at, o.score
        from unnest(others, other_scores) as o (number, score)
        join party.search_entry e on e.bank_id = bank and e.party_number = o.number
       where o.score >= beginning_scores[1]
      union all
      (select e.party_number, e.modified_at, beginning_scores[1]
         from (select p.party_number, p.modified_at from party.search_posting p
                where letters >= 3 and p.bank_id = bank and p.word = left(term, letters) and p.field = letters::text
                order by p.modified_at desc, p.party_number limit looked_at_max) as p
         join party.search_entry e on e.bank_id = bank and e.party_number = p.party_number
        where strpos(party.search_kept(e.current_words, current_fields), ' ' || term) > 0
        limit page_offset + page_size)
      union all
      -- Two letters have no list, but then nearly everybody has such a word.
      (select e.party_number, e.modified_at, beginning_scores[1]
         from (select r.party_number, r.modified_at from party.party r where letters < 3 and r.bank_id = bank
                order by r.modified_at desc, r.party_number desc limit looked_at_max) as r
         join party.search_entry e on e.bank_id = bank and e.party_number = r.party_number
        where strpos(party.search_kept(e.current_words, current_fields), ' ' || term) > 0
        limit page_offset + page_size))
    select array_agg(p.party_number order by p.score desc, p.modified_at desc, p.party_number),
           array_agg(p.score order by p.score desc, p.modified_at desc, p.party_number)
      into party_numbers, hit_scores
      from (select b.party_number, max(b.modified_at) as modified_at, max(b.score) as score
              from bearer b group by b.party_number
             order by score desc, modified_at desc, b.party_number
             limit page_size offset page_offset) as p;
    if cardinality(party_numbers) = page_size then
      hit_count := hits_max;
      is_exceeded := true;
      return next;
      return;
    end if;
  else
    -- Where the word itself fills the window, a page of its bearers is all that is wanted.
    is_full := exists (
      select from unnest(fields, exact_scores) as f (letter, exact)
       where f.exact >= least_scores[1]
         and (select count(*) from (
                select from party.search_posting p
                 where p.bank_id = bank and p.word = term and p.field = f.letter limit hits_max + 1) as c) > hits_max);
  end if;
  foreach enough in array least_scores
  loop
    with word as materialized (
      select w.word, w.letter, w.score,
             count(*) over () >= words_max or sum(w.bearers) over () > crowded_from as is_crowded
        from (select term as word, f.letter, f.exact as score, 0 as bearers
                from unnest(fields, exact_scores) as f (letter, exact) where f.exact >= enough
              union all
              (select k.word, k.field, beginning_scores[array_position(fields, k.field)], k.bearers
                 from party.search_word k
                where k.bank_id = bank and k.word > term and k.word < term || last
                  and beginning_scores[array_position(fields, k.field)] >= enough
                limit words_max)
              union all
              select k.word, k.field, slip_scores[array_position(fields, k.field)], k.bearers
                from unnest(slip_words) as s (word)
                join party.search_word k on k.bank_id = bank and k.word = s.word
               where slip_scores[array_position(fields, k.field)] >= enough) as w),
    bearer as (
      select l.party_number, l.modified_at, w.score
        from word w cross join lateral
             (select p.party_number, p.modified_at
                from party.search_posting p
               where p.bank_id = bank and p.word = w.word and p.field = w.letter
               order by p.modified_at desc, p.party_number
               -- Where very many have such words, nobody needs more than a page of each.
               limit case when is_filtered then looked_at_max
                          when is_full or w.is_crowded then page_offset + page_size
                          else hits_max + 1 end) as l
      union all
      select e.party_number, e.modified_at, o.score
        from unnest(others, other_scores) as o (number, score)
        join party.search_entry e on e.bank_id = bank and e.party_number = o.number
       where o.score >= enough),
    hit as materialized (
      select b.party_number, max(b.modified_at) as modified_at, max(b.score) as score
        from bearer b
       where not is_filtered or exists (
               select from party.search_entry e
                where e.bank_id = bank and e.party_number = b.party_number
                  and (kind_of is null or e.kind = kind_of)
                  and (units is null or e.servicing_unit = any (units))
                  and (radius_km is null or party.search_is_near(e.places, lat, long, radius_km)))
       group by b.party_number)
    select array_agg(p.party_number order by p.score desc, p.modified_at desc, p.party_number),
           array_agg(p.score order by p.score desc, p.modified_at desc, p.party_number),
           (select count(*) from hit), is_full or exists (select from word w where w.is_crowded)
      into party_numbers, hit_scores, hit_count, is_exceeded
      from (select h.party_number, h.score, h.modified_at from hit h
             order by h.score desc, h.modified_at desc, h.party_number
             limit page_size offset page_offset) as p;
    exit when hit_count > hits_max or (is_exceeded and not is_filtered);
  end loop;
  is_exceeded := is_exceeded or hit_count > hits_max;
  -- With a filter nobody knows how many of the many it lets through.
  hit_count := case when is_exceeded and not is_filtered then hits_max else least(hit_count, hits_max) end;
  return next;
end $$;

-- Parties of whose names, current or former, a word begins with each of these; for lists, which count up to a limit.
-- Two beginnings are asked of the index; one is looked up in the lists of its words.
create function party.search_named(parts text[], pair text[], rarest text, fields text[], parties_max integer)
  returns setof text
  language plpgsql stable security definer rows 100 set search_path = pg_catalog
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off as $$
declare
  bank text := platform.bank_id();
  last constant text := chr(1114111);
  tokens integer[] := (select array_agg(hashtext(bank || ' ' || t)) from unnest(pair) as t);
begin
  if tokens is null then
    return query
      select distinct p.party_number
        from party.search_posting p
       where p.bank_id = bank and p.word >= rarest and p.word < rarest || last and p.field = any (fields)
         and (cardinality(parts) = 1 or exists (
               select from party.search_entry e
                where e.bank_id = bank and e.party_number = p.party_number
                  and not exists (select from unnest(parts) as b
                                   where strpos(e.current_words || e.former_words, b) = 0)))
       limit parties_max;
  else
    return query
      select e.party_number
        from party.search_entry e
       where e.bank_id = bank
         and party.search_tokens(e.bank_id, e.current_words, e.former_words, e.address_words, e.servicing_unit, e.places) && tokens
         and not exists (select from unnest(parts) as b where strpos(e.current_words || e.former_words, b) = 0)
       limit parties_max;
  end if;
end $$;

-- A word stays in the dictionary when a party loses it, because looking for others who have it would make every change
-- wait. This looks for such words at leisure and holds those who save back only while it takes them out.
create function party.forget_unused_words(words_max integer) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  bank text := platform.bank_id();
  unused text[];
  forgotten integer;
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
  get diagnostics forgotten = row_count;
  delete from party.search_slip s
   using (select distinct u.word, v.slip
            from unnest(unused) as u (word) cross join lateral party.search_slips_of(u.word) as v (slip)
           where not exists (select from party.search_word k where k.bank_id = bank and k.word = u.word)) as g
   where s.bank_id = bank and s.slip = g.slip and s.word = g.word;
  return forgotten;
end $$;

revoke execute on function party.search_tokens, party.search_words_of, party.search_slips_of, party.save_search_entry,
  party.remove_search_entry, party.search_expand, party.search_score, party.search_is_near, party.search_kept,
  party.search_matching, party.search_newest, party.search_named, party.search_postings_of,
  party.forget_unused_words from public;
grant execute on function party.save_search_entry, party.remove_search_entry, party.search_expand,
  party.search_matching, party.search_newest, party.search_named, party.forget_unused_words to portico_app;
