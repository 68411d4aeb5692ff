-- Changes of signing rules are found by a user whom they name without reading all changes of the bank.
-- phase: expand

-- the function reads as its owner
create policy owner on "authorization".signing_change to current_user using (true);

-- Entries of a pending list are read by each search.
alter index "authorization".signing_change_content set (fastupdate = off);

-- An index on JSON is not used under row-level security, so the function reads it as its owner. An expression over the bank
-- leaves no other index to the planner.
create function "authorization".signing_changes_naming(named_user text) returns setof uuid
  language sql stable security definer rows 5 set search_path = pg_catalog set enable_seqscan = off as $$
  select c.change_id from "authorization".signing_change c
   where c.bank_id || '' = platform.bank_id()
     and (c.content @> jsonb_build_object('delegate-id', named_user)
          or c.content @> jsonb_build_object('members', jsonb_build_array(jsonb_build_object('user-id', named_user))))
$$;
revoke execute on function "authorization".signing_changes_naming from public;
grant execute on function "authorization".signing_changes_naming to portico_app;
