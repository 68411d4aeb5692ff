-- What customers ask to change about themselves, what they have to do, and their own settings.
-- phase: expand

-- A change of own data that needs a proof or a review. At most one of a kind is open for each customer.
create table client.change_request (
  bank_id text not null,
  change_request_id uuid not null,
  customer_number text collate "C" not null,
  -- the user who asked
  user_id text collate "C" not null,
  kind text not null,
  state text not null,
  -- the new value; deleted when the request is closed
  sealed_value bytea,
  -- the code that authorization has sent; absent while it is created
  verification_id text collate "C",
  -- how many codes were requested
  codes_sent integer not null,
  code_requested_at timestamptz,
  -- until then it can be confirmed or reviewed
  expires_at timestamptz not null,
  -- the employee who decided, and why
  decided_by text collate "C",
  reason text,
  closed_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint change_request_pkey primary key (bank_id, change_request_id),
  constraint change_request_kind check (kind in
    ('email', 'mobile-phone', 'legal-address', 'surname', 'tax-residency', 'id-document')),
  constraint change_request_state check (state in
    ('created', 'code-sent', 'in-review', 'applied', 'cancelled', 'expired', 'rejected', 'failed')),
  constraint change_request_closed check
    ((closed_at is null) = (state in ('created', 'code-sent', 'in-review')))
);
create unique index change_request_open on client.change_request (bank_id, customer_number, kind)
  where closed_at is null;
create index change_request_customer on client.change_request (bank_id, customer_number, created_at);
create index change_request_user on client.change_request (bank_id, user_id);
create index change_request_due on client.change_request (bank_id, expires_at) where closed_at is null;
create index change_request_review on client.change_request (bank_id, created_at) where state = 'in-review';
create index change_request_old on client.change_request (bank_id, closed_at) where closed_at is not null;

-- Something that a customer has to do.
create table client.pending_action (
  bank_id text not null,
  action_id uuid not null,
  customer_number text collate "C" not null,
  -- the user who has to do it; absent: any user of the customer
  user_id text collate "C",
  kind text not null,
  -- what it is about: a document, a version of the terms; empty where there is one of the kind
  reference text collate "C" not null,
  state text not null,
  is_mandatory boolean not null,
  due_at timestamptz not null,
  -- when a restriction was set because it is overdue
  restricted_at timestamptz,
  result text,
  sealed_evidence bytea,
  closed_at timestamptz,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint pending_action_pkey primary key (bank_id, action_id),
  constraint pending_action_kind check (kind in
    ('accept-terms', 'confirm-personal-data', 'complete-kyc', 'renew-id-document', 'confirm-tax-status',
     'verify-email', 'verify-phone', 'pair-device', 'sign-document', 'sign-payment', 'read-notice',
     'change-password')),
  constraint pending_action_state check (state in ('pending', 'completed', 'declined', 'expired', 'cancelled')),
  constraint pending_action_result check (result in ('accepted', 'declined', 'done')),
  constraint pending_action_closed check ((closed_at is null) = (state = 'pending'))
);
-- A cause that is met again creates no second action, also after the first is closed.
create unique index pending_action_cause on client.pending_action
  (bank_id, customer_number, kind, reference, coalesce(user_id, ''))
  where closed_at is null or reference <> '';
create index pending_action_customer on client.pending_action (bank_id, customer_number, created_at);
create index pending_action_user on client.pending_action (bank_id, user_id) where user_id is not null;
create index pending_action_due on client.pending_action (bank_id, due_at)
  where closed_at is null and restricted_at is null;
create index pending_action_old on client.pending_action (bank_id, closed_at) where closed_at is not null;

-- Versions of the terms that customers have to accept. The newest that is published counts.
create table client.terms_version (
  bank_id text not null,
  version text collate "C" not null,
  published_at timestamptz not null,
  due_days integer not null,
  is_mandatory boolean not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint terms_version_pkey primary key (bank_id, version),
  constraint terms_version_due check (due_days between 1 and 365)
);

-- Settings of a user in the bank's app.
create table client.client_preference (
  bank_id text not null,
  user_id text collate "C" not null,
  customer_number text collate "C" not null,
  sealed_display_name bytea,
  time_zone text,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint client_preference_pkey primary key (bank_id, user_id)
);
create index client_preference_customer on client.client_preference (bank_id, customer_number);

-- Which tutorials a user has seen.
create table client.tutorial_claim (
  bank_id text not null,
  user_id text collate "C" not null,
  tutorial_id text collate "C" not null,
  customer_number text collate "C" not null,
  version integer not null,
  is_claimed boolean not null,
  claimed_at timestamptz not null,
  row_version bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint tutorial_claim_pkey primary key (bank_id, user_id, tutorial_id)
);
create index tutorial_claim_customer on client.tutorial_claim (bank_id, customer_number);

do $$
declare
  name text;
begin
  foreach name in array array['change_request', 'pending_action', 'terms_version', 'client_preference',
    'tutorial_claim'] loop
    execute format('alter table client.%I enable row level security', name);
    execute format('alter table client.%I force row level security', name);
    execute format('create policy tenant on client.%I to portico_app
      using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id())', name);
    execute format('create policy owner on client.%I to current_user using (true)', name);
  end loop;
end $$;

grant select, insert, update, delete on client.change_request, client.pending_action, client.client_preference,
  client.tutorial_claim to portico_app;
grant select, insert on client.terms_version to portico_app;
