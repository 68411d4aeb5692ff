-- Correspondence: messages on their way to people, their mailbox, their wishes, and the templates messages are made of.
-- phase: expand

create schema correspondence;
grant usage on schema correspondence to portico_app;

-- Ids made within one millisecond are in no order; these are.
create sequence correspondence.communication_position;
grant usage on sequence correspondence.communication_position to portico_app;

-- One row per message and medium: what is asked for, where it waits, what became of it. What it says stands in
-- `content`, so that the many changes of status rewrite little.
create table correspondence.communication (
  bank_id text not null,
  communication_id uuid not null,
  position bigint not null default nextval('correspondence.communication_position'),
  -- messages that follow one another by other media are one message to the recipient
  message_id uuid not null,
  content_id uuid not null,
  -- who asked for it; only they and those who deliver may look at it
  sender_id text not null,
  -- absent when it goes to a bare address
  customer_number text collate "C",
  medium text not null,
  -- 0 codes, 1 normal, 2 bulk: each is a queue of its own
  lane integer not null,
  status text not null,
  message_kind text not null,
  message_category text not null,
  priority text not null,
  urgency text not null,
  source_channel text,
  batch_id text,
  notification_group text,
  account_id text,
  -- the address, sealed; and a keyed hash of it: the order of messages is kept per recipient
  sealed_contact bytea not null,
  recipient_index bytea not null,
  -- media a service message may still go on by
  further_media text[] not null,
  -- gathered into one message with others of the same key when its time comes
  digest_key text,
  -- from when on it may go; also its place in the order of its recipient
  release_at timestamptz not null,
  -- when the next attempt is due
  due_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  retry_count integer not null,
  lease_owner text,
  lease_until timestamptz,
  -- how the far side calls it
  reference text,
  reason text,
  -- its recipient has died: what is under way may end, but nothing waits for another attempt
  is_withdrawn boolean not null default false,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint communication_pkey primary key (bank_id, communication_id),
  constraint communication_medium check (medium in ('email', 'sms', 'push', 'mailbox', 'letter')),
  constraint communication_lane check (lane in (0, 1, 2)),
  constraint communication_status check (status in
    ('queued', 'sending', 'sent', 'delivered', 'failed', 'expired', 'cancelled')),
  constraint communication_lease check ((status = 'sending') = (lease_owner is not null and lease_until is not null)),
  constraint communication_settled check ((status in ('delivered', 'failed', 'expired', 'cancelled'))
    = (settled_at is not null)),
  constraint communication_expires check (expires_at > created_at)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index communication_waiting on correspondence.communication (bank_id, medium, lane, due_at, position)
  where status = 'queued' and digest_key is null;
create index communication_order on correspondence.communication
  (bank_id, medium, lane, recipient_index, release_at, position) where status in ('queued', 'sending');
-- The times come first: as long as a table has no statistics every index that begins with the bank looks as good as
-- the right one, and what is new in a queue never has statistics.
create index communication_leased on correspondence.communication (lease_until, bank_id) where status = 'sending';
create index communication_expiring on correspondence.communication (expires_at, bank_id)
  where status in ('queued', 'sending');
create index communication_digest on correspondence.communication (due_at, bank_id, digest_key)
  where status = 'queued' and digest_key is not null;
create index communication_of_customer on correspondence.communication (bank_id, customer_number)
  where customer_number is not null;
create index communication_by_creation on correspondence.communication (created_at, bank_id, communication_id);
create index communication_content on correspondence.communication (content_id);

-- What is said, sealed; shared by all media a message goes by, and by the mailbox. Codes lose theirs when they expire.
create table correspondence.content (
  bank_id text not null,
  content_id uuid not null,
  sealed bytea not null,
  forget_at timestamptz not null,
  created_at timestamptz not null,
  constraint content_pkey primary key (bank_id, content_id)
);
create index content_forgotten on correspondence.content (forget_at, bank_id);

create table correspondence.attachment (
  bank_id text not null,
  attachment_id uuid not null,
  content_id uuid not null,
  ordinal integer not null,
  content_type text not null,
  size_bytes integer not null,
  sealed_name bytea not null,
  sealed bytea not null,
  constraint attachment_pkey primary key (bank_id, attachment_id),
  constraint attachment_content foreign key (bank_id, content_id)
    references correspondence.content (bank_id, content_id) on delete cascade
);
create unique index attachment_order on correspondence.attachment (bank_id, content_id, ordinal);

-- Messages a customer sees in the mailbox. One that is planned is already here, and is shown from `received_at` on.
create table correspondence.mailbox_message (
  bank_id text not null,
  message_id uuid not null,
  customer_number text collate "C" not null,
  communication_id uuid not null,
  content_id uuid not null,
  status text not null,
  is_read boolean not null,
  folder text not null,
  message_kind text not null,
  message_category text not null,
  urgency text not null,
  has_attachments boolean not null,
  received_at timestamptz not null,
  -- whether it was told that it lies there; of one that is planned that is done when its time comes
  is_told boolean not null default true,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint mailbox_message_pkey primary key (bank_id, message_id),
  constraint mailbox_message_status check (status in ('unread', 'read', 'archived')),
  constraint mailbox_message_read check (status <> 'read' or is_read),
  constraint mailbox_message_folder check (folder in ('inbox', 'sent'))
) with (fillfactor = 90);
create index mailbox_message_newest on correspondence.mailbox_message
  (bank_id, customer_number, received_at, message_id);
create index mailbox_message_counts on correspondence.mailbox_message (bank_id, customer_number, status, received_at);
create index mailbox_message_untold on correspondence.mailbox_message (received_at, bank_id) where not is_told;
create index mailbox_message_content on correspondence.mailbox_message (content_id);
create unique index mailbox_message_once on correspondence.mailbox_message (bank_id, communication_id);

-- Templates are reviewed data. A version is written once; the newest one is used.
create table correspondence.template (
  bank_id text not null,
  template_id text collate "C" not null,
  version integer not null,
  name text not null,
  description text not null,
  message_kind text not null,
  message_category text not null,
  data_schema jsonb not null,
  digest bytea not null,
  published_by text not null,
  created_at timestamptz not null,
  constraint template_pkey primary key (bank_id, template_id, version),
  constraint template_id_format check (template_id ~ '^[A-Za-z0-9._-]{1,100}$')
);
create table correspondence.template_locale (
  bank_id text not null,
  template_id text collate "C" not null,
  version integer not null,
  locale text collate "C" not null,
  title text not null,
  text text not null,
  html text,
  short text,
  pdf text,
  docx bytea,
  constraint template_locale_pkey primary key (bank_id, template_id, version, locale),
  constraint template_locale_template foreign key (bank_id, template_id, version)
    references correspondence.template (bank_id, template_id, version)
);

-- What a customer wants to hear of, and how; an empty account stands for all of them.
create table correspondence.notification_preference (
  bank_id text not null,
  customer_number text collate "C" not null,
  notification_group text not null,
  account_id text not null,
  threshold_amount numeric(20, 5),
  threshold_currency text,
  frequency text,
  media_on text[] not null,
  media_off text[] not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint notification_preference_pkey primary key (bank_id, customer_number, notification_group, account_id),
  constraint notification_preference_threshold
    check ((threshold_amount is null) = (threshold_currency is null)),
  constraint notification_preference_media check (not (media_on && media_off))
);

do $$
declare
  name text;
begin
  foreach name in array array['communication', 'content', 'attachment', 'mailbox_message', 'template',
    'template_locale', 'notification_preference']
  loop
    execute format('alter table correspondence.%I enable row level security', name);
    execute format('alter table correspondence.%I force row level security', name);
    execute format('create policy tenant on correspondence.%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
    execute format('create policy owner on correspondence.%I to current_user using (true)', name);
  end loop;
end $$;

grant select, insert, update, delete on correspondence.communication, correspondence.mailbox_message,
  correspondence.notification_preference to portico_app;
grant select, insert, update, delete on correspondence.content, correspondence.attachment to portico_app;
grant select, insert on correspondence.template, correspondence.template_locale to portico_app;
