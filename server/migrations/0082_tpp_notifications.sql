-- Changes of status that are sent to third parties.
-- phase: expand

create schema tpp_notifications;
grant usage on schema tpp_notifications to portico_app;

-- The address that a third party named with a resource.
create table tpp_notifications.subscription (
  bank_id text not null,
  resource_kind text collate "C" not null,
  resource_id uuid not null,
  organisation_id text collate "C" not null,
  address text not null,
  contents text[] not null,
  created_at timestamptz not null,
  constraint subscription_pkey primary key (bank_id, resource_kind, resource_id),
  constraint subscription_kind check (
    resource_kind in ('payment', 'consent', 'funds-confirmation-consent', 'signing-basket')),
  constraint subscription_contents check (contents <@ array['SCA', 'PROCESS', 'LAST'] and cardinality(contents) > 0)
);

-- A change of status, until it was sent and some time after.
create table tpp_notifications.notification (
  bank_id text not null,
  -- webhook-id and X-Request-ID of every attempt
  notification_id uuid not null default gen_random_uuid(),
  -- order of the changes of a resource
  position bigint generated always as identity,
  resource_kind text collate "C" not null,
  resource_id uuid not null,
  organisation_id text collate "C" not null,
  status_kind text collate "C" not null,
  status text collate "C" not null,
  authorisation_id uuid,
  is_of_cancellation boolean not null default false,
  -- only the last status is wanted: a later one replaces it while it waits
  is_replaceable boolean not null,
  state text collate "C" not null,
  attempts integer not null,
  -- next attempt; while one is under way, when its worker counts as dead
  due_at timestamptz,
  -- why the last attempt failed
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint notification_pkey primary key (bank_id, notification_id),
  constraint notification_subscription foreign key (bank_id, resource_kind, resource_id)
    references tpp_notifications.subscription (bank_id, resource_kind, resource_id) on delete cascade,
  constraint notification_status_kind check (status_kind in ('scaStatus', 'transactionStatus', 'consentStatus')),
  constraint notification_authorisation check ((authorisation_id is not null) = (status_kind = 'scaStatus')),
  constraint notification_state check (state in ('waiting', 'delivered', 'dead', 'replaced')),
  constraint notification_due check ((due_at is not null) = (state = 'waiting')),
  constraint notification_ended check ((ended_at is not null) = (state <> 'waiting'))
);
create index notification_due on tpp_notifications.notification (bank_id, organisation_id, due_at)
  where state = 'waiting';
create index notification_of_resource on tpp_notifications.notification
  (bank_id, resource_kind, resource_id, position);
create index notification_dead on tpp_notifications.notification (bank_id, ended_at, notification_id)
  where state = 'dead';
create index notification_ended on tpp_notifications.notification (bank_id, ended_at) where state <> 'waiting';

-- Third parties that did not take messages.
create table tpp_notifications.receiver (
  bank_id text not null,
  organisation_id text collate "C" not null,
  -- attempts in a row that failed
  failures integer not null,
  -- nothing is sent before
  paused_until timestamptz not null,
  constraint receiver_pkey primary key (bank_id, organisation_id)
);

alter table tpp_notifications.subscription enable row level security;
alter table tpp_notifications.subscription force row level security;
create policy tenant on tpp_notifications.subscription to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on tpp_notifications.subscription to current_user using (true);
grant select, insert, update, delete on tpp_notifications.subscription to portico_app;

alter table tpp_notifications.notification enable row level security;
alter table tpp_notifications.notification force row level security;
create policy tenant on tpp_notifications.notification to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on tpp_notifications.notification to current_user using (true);
grant select, insert, update, delete on tpp_notifications.notification to portico_app;

alter table tpp_notifications.receiver enable row level security;
alter table tpp_notifications.receiver force row level security;
create policy tenant on tpp_notifications.receiver to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on tpp_notifications.receiver to current_user using (true);
grant select, insert, update, delete on tpp_notifications.receiver to portico_app;
