-- Configuration: the banks of this cell and their maintenance windows.
-- phase: expand

create schema configuration;
grant usage on schema configuration to portico_app;

-- Public facts about each bank; every bank may see that the others exist.
create table configuration.bank (
  bank_id text not null,
  name text not null,
  country text not null,
  default_language text not null,
  time_zone text not null,
  reference_currency text not null,
  constraint bank_pkey primary key (bank_id),
  constraint bank_id_format check (bank_id ~ '^[a-z0-9]{2,8}$')
);
insert into configuration.bank (bank_id, name, country, default_language, time_zone, reference_currency) values
  ('01', 'Bank 01', 'DE', 'en', 'Europe/Berlin', 'EUR'),
  ('02', 'Bank 02', 'FR', 'en', 'Europe/Paris', 'EUR'),
  ('nl', 'Bank nl', 'NL', 'nl', 'Europe/Amsterdam', 'EUR');

create table configuration.maintenance_window (
  bank_id text not null,
  window_id uuid not null,
  state text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- language tag → message
  messages jsonb not null,
  planned_by text not null,
  approved_by text,
  started_at timestamptz,
  ended_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint maintenance_window_pkey primary key (bank_id, window_id),
  constraint maintenance_window_bank foreign key (bank_id) references configuration.bank (bank_id),
  constraint maintenance_window_state
    check (state in ('planned', 'approved', 'started', 'ended', 'cancelled')),
  constraint maintenance_window_order check (ends_at is null or ends_at > starts_at),
  constraint maintenance_window_four_eyes check (approved_by is null or approved_by <> planned_by),
  constraint maintenance_window_approved
    check (state in ('planned', 'cancelled') or approved_by is not null),
  constraint maintenance_window_started check (state not in ('started') or started_at is not null),
  constraint maintenance_window_ended check ((state = 'ended') = (ended_at is not null))
);
-- One at a time: a second start fails here, whoever was faster.
create unique index maintenance_window_one_started on configuration.maintenance_window (bank_id)
  where state = 'started';
create index maintenance_window_open on configuration.maintenance_window (bank_id, starts_at)
  where state in ('planned', 'approved', 'started');

alter table configuration.bank enable row level security;
alter table configuration.bank force row level security;
alter table configuration.maintenance_window enable row level security;
alter table configuration.maintenance_window force row level security;
create policy everyone on configuration.bank for select to portico_app using (true);
create policy tenant on configuration.maintenance_window to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
grant select on configuration.bank to portico_app;
grant select, insert, update on configuration.maintenance_window to portico_app;
