/** Value of a column: one SQL expression, or one for history and one for the open rows. */
export type ColumnValue = string | { readonly settled: string; readonly open: string };

const settled = (value: string, open: string): ColumnValue => ({ settled: value, open });
/** A time that only open rows have, some of them due. */
const dueIfOpen = settled('null', "now() - interval '1 hour' + (i % 120) * interval '1 minute'");
const setIfSettled = settled('at', 'null');
const setIfOpen = (value: string): ColumnValue => settled('null', value);

/**
 * Values of columns that decide which statements find a row. `i` is the number of the row, `n` how many there are, `c`
 * the number of its customer, `at` its time. All other columns are filled by their name and type.
 */
export const columnValues: Readonly<Record<string, Readonly<Record<string, ColumnValue>>>> = {
  'authorization.oath_token': { status: "'active'", user_id: "'u' || c", serial: 'i::text' },
  'authorization.ocra_challenge': { verified_at: setIfSettled, expires_at: "at + interval '5 minutes'" },
  'authorization.otp_verification': {
    verified_at: settled('case when i % 10 > 0 then at end', 'null'),
    superseded_at: settled('case when i % 10 = 0 then at end', 'null'),
    dispatch_at: dueIfOpen,
    communication_id: "md5('communication_id' || i)::uuid",
    expires_at: "at + interval '5 minutes'",
  },
  'authorization.signature': {
    state: "'valid'",
    signed_at: 'at',
    on_behalf_of: "case when i % 20 = 0 then 'u' || c end",
  },
  'authorization.signature_collection': {
    state: settled("'used'", "'open'"),
    expires_at: settled('at', "now() - interval '1 hour' + (i % 120) * interval '1 minute'"),
    resource_kind: "'payment'",
  },
  'authorization.signing_change': { content: "jsonb_build_object('delegate-id', 'u' || c)", reason: "'why'" },
  'authorization.signing_group_member': { group_id: "'group-' || (i / 3 % 10)" },
  'authorization.released_amount': {
    resource_kind: "'payment'",
    account_index: "decode(md5((i / 5)::text), 'hex')",
    currency: "'EUR'",
    minor: '5000',
    released_at: 'at',
  },
  'authorization.send_tally': { tally_key: "'key-' || (i % 200)", hour: "date_trunc('hour', at)" },
  'consents.consent': {
    status: settled("(array['expired', 'revokedByPsu', 'valid', 'expired'])[1 + i % 4]", "'received'"),
    owner: settled("'p' || c", 'null'),
    user_id: settled("'u' || c", 'null'),
    ended_at: settled('case when i % 4 <> 2 then at end', 'null'),
    ends_at: settled("case when i % 4 = 2 then now() + interval '90 days' end", 'null'),
    expires_at: settled('at', "now() - interval '1 hour' + (i % 120) * interval '1 minute'"),
    is_sole: 'false',
  },
  'correspondence.communication': {
    status: settled("'delivered'", "case when i % 50 = 0 then 'sending' else 'queued' end"),
    settled_at: setIfSettled,
    medium: "(array['email', 'sms', 'push', 'mailbox'])[1 + i % 4]",
    message_kind: "case when i % 2 = 0 then 'one-time-password' else 'notice' end",
    customer_number: "'p' || c",
    digest_key: "case when i % 4 = 1 then 'digest-' || c end",
    due_at: settled('at', "now() - interval '1 hour' + (i % 120) * interval '1 minute'"),
    lease_owner: setIfOpen("case when i % 50 = 0 then 'worker' end"),
    lease_until: setIfOpen("case when i % 50 = 0 then now() - interval '1 minute' end"),
    expires_at: "at + interval '1 day'",
  },
  'correspondence.open_communication': {
    status: "'queued'",
    medium: "(array['email', 'sms', 'push', 'mailbox'])[1 + i % 4]",
    digest_key: "case when i % 4 = 1 then 'digest-' || c end",
    due_at: "now() - interval '1 hour' + (i % 120) * interval '1 minute'",
    communication_id: "md5('communication_id' || i)::uuid",
  },
  'correspondence.mailbox_message': {
    status: settled("'read'", "'unread'"),
    is_notified: settled('true', 'i % 10 > 0'),
    folder: "'inbox'",
  },
  'identity.login_event': { user_id: "case when i % 500 = 0 then '~u' || c else 'u' || c end" },
  'identity.session': { ended_at: 'null' },
  'identity.user_account': {
    status: settled("case when i % 50 = 0 then 'closed' else 'active' end", "'pending'"),
    closed_at: settled('case when i % 50 = 0 then at end', 'null'),
    kind: "'customer'",
    open_email_at: setIfOpen('at'),
    open_phone_at: setIfOpen('at'),
  },
  'identity.user_credential': { kind: "case when i % 5 = 0 then 'temporary' else 'password' end" },
  'ledger.account': {
    owner: "'p' || c",
    kind: "'current'",
    currencies: "array['EUR']",
    masked_pan: 'null',
    bban: 'null',
  },
  'ledger.balance': { currency: "'EUR'", slot: '0', status: "'open'" },
  'ledger.posting': { currency: "'EUR'" },
  'ledger.hold': { currency: "'EUR'", state: settled("'booked'", "'open'") },
  'ledger.instruction': {
    state: settled("'settled'", "'pending'"),
    due_at: dueIfOpen,
    debtor_account_id: "md5('account_id' || c)::uuid::text",
  },
  'ledger.standing_order': {
    next_on: "(now() + (i % 30 + 1) * interval '1 day')::date",
    account_id: "md5('account_id' || c)::uuid",
  },
  'oauth.artefact': {
    kind: "(array['Session', 'Grant', 'RefreshToken', 'AuthorizationCode', 'Interaction'])[1 + i % 5]",
    grant_hash: "decode(md5('grant' || i / 5), 'hex')",
    second_hash: "case when i % 5 = 0 then decode(md5('second' || i), 'hex') end",
  },
  'oauth.revocation': {
    kind: "(array['token', 'grant'])[1 + i % 2]",
    expires_at: "now() + interval '1 hour' - (n - i) * interval '10 milliseconds'",
  },
  'party.party': {
    record_state: "case when i % 100 = 0 then 'merged' else 'live' end",
    survivor_party_number: "case when i % 100 = 0 then 'p' || (i + 10) end",
    customer_status:
      "(array['active', 'active', 'active', 'active', 'dormant', 'prospective', 'former'])[1 + i % 7]",
    kind: "case when i % 10 = 0 then 'organization' else 'individual' end",
    individual_status: "case when i % 50 = 0 then 'deceased' else 'living' end",
    servicing_unit: "'unit-' || (1 + i % 200)",
    sort_name: 'md5(i::text)',
    due_on: setIfOpen('current_date - 1'),
    relation_ended_on: setIfOpen('current_date - 4000'),
    sync_transaction: 'i',
    sync_number: 'i',
    sync_epoch: '1',
  },
  'party.party_fact': {
    fact: "(array['name', 'address', 'phone', 'email', 'job'])[1 + i % 5]",
    superseded_at: 'case when i % 3 = 0 then at end',
  },
  'party.party_relationship': {
    from_party: "'p' || c",
    to_party: "'p' || (1 + c % greatest(n / 5, 1))",
    superseded_at: 'case when i % 4 = 0 then at end',
  },
  'party.screening': { state: settled("'clear'", "'open'"), is_product_held: 'false' },
  'party.search_entry': {
    current_words: "' n:word' || i",
    former_words: "''",
    address_words: "''",
    servicing_unit: "'unit-' || (1 + i % 200)",
  },
  // No party has every tenth word.
  'party.search_posting': { word: "'word' || case when i % 10 = 0 then i + 1 else i end", field: "'n'" },
  'party.search_word': { word: "'word' || i", field: "'n'", bearers: '1 + i % 3' },
  'payments.bulk_chunk': {
    payment_id: "('00000000-0000-7000-8000-' || lpad((i / 100)::text, 12, '0'))::uuid",
    chunk_no: 'i % 100',
    submitted_at: setIfSettled,
    started_at: setIfSettled,
  },
  'payments.bulk_entry': {
    payment_id: "('00000000-0000-7000-8000-' || lpad((i / 10000)::text, 12, '0'))::uuid",
    entry_no: 'i % 10000',
    status: settled("'ACSC'", "'ACSP'"),
    reason: 'null',
  },
  'payments.bulk_payment': { due_at: dueIfOpen, entry_count: '100' },
  'payments.payment': {
    status: settled("'ACSC'", "case when i % 2 = 0 then 'RCVD' else 'ACTC' end"),
    owner: "'p' || c",
    ended_at: setIfSettled,
    due_at: dueIfOpen,
    expires_at: settled('at', "now() - interval '1 hour' + (i % 120) * interval '1 minute'"),
  },
  'platform.audit_entry': {
    entry_no: settled('i', 'null'),
    hash: settled("decode(md5(i::text), 'hex')", 'null'),
  },
  'platform.inbox_event': {
    state: settled("'done'", "case when i % 20 = 0 then 'dead' else 'pending' end"),
    settled_at: setIfSettled,
    consumer: "(array['audit', 'identity', 'correspondence'])[1 + i % 3]",
    aggregate_id: "'a' || (i / 5)",
    event: "'{}'",
  },
  'platform.outbox_event': {
    position: 'i',
    occurred_at: "now() - interval '3 days' * (n - i) / n",
    sequence: settled('1', 'case when i % 2 = 0 then 1 end'),
    relayed_at: settled('at', 'case when i % 2 = 0 then at end'),
    published_at: setIfSettled,
    aggregate_id: "'a' || (i / 5)",
  },
  'tpp.certificate': { organisation_id: "'organisation-' || (i / 5)" },
  'tpp_quotas.resource': {
    // Each third party and account has rows of both kinds.
    organisation_id: "'organisation-' || (i % 50)",
    account_id: "'a' || (i / 5)",
    resource_kind: "'payment'",
    bytes: '5000',
    open_until: "now() + interval '10 minutes'",
    ended_at: setIfSettled,
  },
  'tpp_notifications.subscription': { resource_kind: "'payment'" },
  'tpp_notifications.notification': {
    // Each queue has messages at both sizes.
    organisation_id: settled("'organisation-' || (i % 50)", "'organisation-' || (i % 4)"),
    resource_kind: "'payment'",
    position: 'i',
    state: settled("case when i % 100 = 0 then 'dead' else 'delivered' end", "'waiting'"),
    due_at: dueIfOpen,
    ended_at: setIfSettled,
  },
  'sca.authorisation': {
    status: settled("'finalised'", "'started'"),
    user_id: "'u' || c",
    ends_at: dueIfOpen,
    ended_at: setIfSettled,
    subject_kind: "'payment'",
    asked_customer: setIfOpen("'p' || c"),
    asked_at: setIfOpen('at'),
    device_request_id: setIfOpen("md5('device' || i)::uuid"),
  },
  'sca.device_mute': { asker: "'asker-' || i", ends_at: 'at' },
  'sca.device_request': {
    customer: "'u' || c",
    asker: "'asker-' || (i % 20)",
    asked_at: 'at',
    ends_at: "at + interval '5 minutes'",
    answer: "case when i % 2 = 0 then 'approved' end",
  },
};

/** Columns whose value is the same thing in every table: a customer, a user, an account. */
export const sharedColumns: Readonly<Record<string, string>> = {
  party_number: "'p' || c",
  customer_number: "'p' || c",
  owner: "'p' || c",
  user_id: "'u' || c",
  account_id: "md5('account_id' || c)::uuid",
  consent_id: "md5('consent_id' || c)::uuid",
  collection_id: "md5('collection_id' || c)::uuid",
  instruction_id: "md5('instruction_id' || c)::uuid",
  client_id: "'client-' || (i % 20)",
  organisation_id: "'organisation-' || (i % 50)",
  email_index: "decode(md5('email' || c), 'hex')",
  phone_index: "decode(md5('phone' || c), 'hex')",
  recipient_index: "decode(md5('recipient' || c), 'hex')",
  scope: "'scope-' || (i % 3)",
  currency: "'EUR'",
  caller: "'client-' || (i % 20)",
  operation: "'operation-' || (i % 30)",
  row_version: '1',
  lane: 'i % 3',
};

/** Tables with one row for each customer or each user: the number of the customer is that of the row. */
export const perCustomer: readonly string[] = [
  'identity.user_account',
  'identity.user_credential',
  'ledger.account',
  'ledger.balance',
  'party.party',
  'party.party_key',
  'party.screening',
  'party.search_entry',
  'sca.strong_authentication',
  'authorization.signer',
  'authorization.signature_collection',
  'ledger.instruction',
  'consents.consent',
];

/** Tables that hold open work only. */
export const onlyOpen: readonly string[] = ['correspondence.open_communication'];

/** Returns the name of a table as an identifier in SQL. */
export function quotedTable(table: string): string {
  return table
    .split('.')
    .map((name) => `"${name}"`)
    .join('.');
}
