-- Read and archived messages are kept for each user; the state in mailbox_message is that of users without a row here.
-- phase: expand

create table correspondence.mailbox_state (
  bank_id text not null,
  user_id text collate "C" not null,
  message_id uuid not null,
  -- what a mailbox is listed, sorted and filtered by, as in the message
  customer_number text collate "C" not null,
  status text not null,
  is_read boolean not null,
  message_kind text not null,
  message_category text not null,
  urgency text not null,
  received_at timestamptz not null,
  changed_at timestamptz not null,
  constraint mailbox_state_pkey primary key (bank_id, user_id, message_id),
  constraint mailbox_state_message foreign key (bank_id, message_id)
    references correspondence.mailbox_message (bank_id, message_id) on delete cascade,
  constraint mailbox_state_status check (status in ('read', 'archived')),
  constraint mailbox_state_read check (status <> 'read' or is_read)
) with (fillfactor = 90);
create index mailbox_state_of_message on correspondence.mailbox_state (bank_id, message_id);
create index mailbox_state_list on correspondence.mailbox_state
  (bank_id, customer_number, user_id, status, received_at, message_id) include (urgency, message_kind, message_category);

alter table correspondence.mailbox_state enable row level security;
alter table correspondence.mailbox_state force row level security;
create policy tenant on correspondence.mailbox_state to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on correspondence.mailbox_state to current_user using (true);
grant select, insert, update, delete on correspondence.mailbox_state to portico_app;
