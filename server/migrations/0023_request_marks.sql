-- A request that must never take effect twice keeps a mark for as long as what it made, long after its response is gone.
-- phase: expand

create table platform.request_mark (
  bank_id text not null,
  caller text not null,
  operation text not null,
  request_key text not null,
  -- What the request made; the mark is deleted with it.
  resource_id text not null,
  created_at timestamptz not null,
  constraint request_mark_pkey primary key (bank_id, caller, operation, request_key)
) partition by hash (bank_id, caller, operation, request_key);
create table platform.request_mark_0 partition of platform.request_mark for values with (modulus 8, remainder 0);
create table platform.request_mark_1 partition of platform.request_mark for values with (modulus 8, remainder 1);
create table platform.request_mark_2 partition of platform.request_mark for values with (modulus 8, remainder 2);
create table platform.request_mark_3 partition of platform.request_mark for values with (modulus 8, remainder 3);
create table platform.request_mark_4 partition of platform.request_mark for values with (modulus 8, remainder 4);
create table platform.request_mark_5 partition of platform.request_mark for values with (modulus 8, remainder 5);
create table platform.request_mark_6 partition of platform.request_mark for values with (modulus 8, remainder 6);
create table platform.request_mark_7 partition of platform.request_mark for values with (modulus 8, remainder 7);
create index request_mark_resource on platform.request_mark (bank_id, resource_id);

alter table platform.request_mark enable row level security;
alter table platform.request_mark force row level security;
create policy tenant on platform.request_mark to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select, insert, delete on platform.request_mark to portico_app;
