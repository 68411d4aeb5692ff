import type { RegisteredStatement } from './parameter-sources.ts';

interface ExplicitSample {
  /** End of the path of the file that defines the statement. */
  readonly file: string;
  /** A part of the text, where the file has several statements; white space counts as one blank. */
  readonly has?: string;
  /** SQL expressions, by the number of the parameter or the name of its slot; `*` is every one without a derived sample. */
  readonly values: Readonly<Record<string, string>>;
}

const bank = "'01'";
const holder = "'p1'";
const party = "'p1'";
const none = "'{}'";
/** One empty JSON document in an array of texts. */
const emptyDocuments = "array['{}']";

/**
 * Sample values that cannot be derived from a column: arguments of functions, keys of locks, texts that are searched.
 * Each is an SQL expression that PostgreSQL converts to the type of the parameter.
 */
const explicitSamples: readonly ExplicitSample[] = [
  { file: 'platform/db/database.ts', has: 'portico.bank_id', values: { $1: bank, $2: "'10000'" } },
  { file: 'adapters/ledger/accounts.store.ts', has: 'accounts_of_holder', values: { $2: holder } },
  {
    file: 'adapters/ledger/close-days.ts',
    has: 'insert into ledger.closed_day',
    values: { $2: 'current_date - 1', $3: 'current_date - 1' },
  },
  { file: 'adapters/ledger/book-past.ts', has: 'insert into ledger.posting', values: { $9: emptyDocuments } },
  {
    file: 'adapters/ledger/entries.store.ts',
    has: 'insert into ledger.posting',
    values: { $12: emptyDocuments },
  },
  {
    file: 'authorization/store/signing-removal.store.ts',
    has: 'signing_changes_naming',
    values: { userId: "'u1'" },
  },
  { file: '', has: 'hashtextextended', values: { '*': "'growth'" } },
  { file: '', has: 'unnest($1::bytea[]) as i order by', values: { $1: "array[decode('01', 'hex')]" } },
  { file: '', has: 'not in (select unnest(', values: { except: none, '*': none } },
  { file: '', has: "when 'units' then", values: { reach: "'all'" } },
  {
    file: 'store/bulk-entries.store.ts',
    has: 'insert into payments.bulk_entry',
    values: { numbers: "'{0}'", entryIds: 'array[gen_random_uuid()]', status: "'ACTC'", reason: 'null' },
  },
  {
    file: 'store/bulk-entries.store.ts',
    has: 'update payments.bulk_entry',
    values: { numbers: "'{0}'", before: "'{ACTC}'", statuses: "'{ACSP}'", reasons: 'array[null::text]' },
  },
  { file: 'store/attachments.read.ts', values: { visibility: "'all'" } },
  { file: 'store/index-walks.ts', values: { emailBefore: 'null', phoneBefore: 'null' } },
  { file: 'store/pepper-use.read.ts', values: { pattern: "'v1$%'" } },
  { file: 'store/sessions.store.ts', values: { exceptId: 'null', exceptSignInAt: 'null' } },
  { file: 'store/oath-tokens.store.ts', has: '$2::uuid is null', values: { after: 'null' } },
  {
    file: 'store/security-answers.store.ts',
    values: { hashes: "'{hash}'", questionIds: "'{new-question}'" },
  },
  { file: 'store/communications.store.ts', has: 'm.lease_owner', values: { '*': "'worker'" } },
  {
    file: 'tpp-notifications/store/receivers.store.ts',
    has: 'failures',
    values: { failuresMin: '5' },
  },
  {
    file: 'tpp-quotas/store/resources.store.ts',
    has: 'tpp_quotas.reserve',
    values: {
      organisationId: "'organisation-1'",
      kind: "'payment'",
      resourceId: 'gen_random_uuid()',
      accountId: "'a1'",
    },
  },
  {
    file: 'tpp-quotas/store/unknown-accounts.store.ts',
    values: { numberHash: "decode('01', 'hex')" },
  },
  {
    file: 'payee-verifications/store/limits.store.ts',
    values: { nameHash: "decode('01', 'hex')" },
  },
  {
    file: 'payee-verifications/store/verifications.store.ts',
    values: {
      ids: 'array[gen_random_uuid()]',
      ibanHashes: "array[decode('01', 'hex')]",
      nameHashes: "array[decode('01', 'hex')]",
      subjects: "array['name']",
      codes: "array['NMTC']",
      rules: "array['none']",
    },
  },
  {
    file: 'payee-verifications/store/bulks.store.ts',
    has: 'insert into payee_verifications.bulk_result',
    values: { places: "array['growth']", sealed: "array[decode('01', 'hex')]" },
  },
  { file: 'store/consents-of.store.ts', values: { survivor: holder } },
  {
    file: 'funds-confirmations/store/consents.store.ts',
    has: 'insert into',
    values: { consent_id: 'gen_random_uuid()' },
  },
  {
    file: 'signing-baskets/store/baskets.store.ts',
    has: 'insert into "signing_baskets"."basket_member"',
    values: {
      basket_id: "(select basket_id from signing_baskets.basket where bank_id = '01' limit 1)",
      position: '1000',
      member_id: 'gen_random_uuid()',
    },
  },
  {
    file: 'funds-confirmations/store/asked-accounts.store.ts',
    values: { amountHash: "decode('01', 'hex')", answer: "'yes'" },
  },
  {
    file: 'store/activation-codes.store.ts',
    has: 'insert into',
    // A user has one open code.
    values: { userId: "'usr_growth'" },
  },
  { file: 'store/change-request-lists.store.ts', values: { survivor: holder } },
  { file: 'store/pending-action-lists.store.ts', values: { survivor: holder } },
  { file: 'store/client-preferences.store.ts', values: { survivor: holder } },
  {
    file: 'store/due-documents.read.ts',
    values: { afterDay: 'current_date', until: 'current_date + 30', afterNumber: "''" },
  },
  { file: 'store/mailbox.store.ts', has: 'for update of m', values: { statuses: "'{unread,read}'" } },
  { file: 'store/delivery-sweep.store.ts', values: { mark: "'worker'", owners: "'{worker}'" } },
  {
    file: 'store/delivery-queue.store.ts',
    values: {
      bankId: bank,
      medium: "'email'",
      media: "'{email,sms}'",
      lane: '1',
      lanes: "'{1,2}'",
      owner: "'worker'",
      count: '50',
      ids: "(select array_agg(o.communication_id) from (select communication_id from correspondence.open_communication where bank_id = '01' limit 3) o)",
    },
  },
  {
    file: 'platform/work/audit-sealer.ts',
    has: 'platform.number_audit_entries',
    values: {
      $1: bank,
      $2: '(select array_agg(audit_id) from (select audit_id from platform.audit_entry where entry_no is null order by occurred_at limit 10) e)',
      $3: '(select array_agg(occurred_at) from (select occurred_at from platform.audit_entry where entry_no is null order by occurred_at limit 10) e)',
      $4: '(select array_agg(n) from generate_series(900000001, 900000010) n)',
      $5: "array_fill('00'::text, array[10])",
    },
  },
  {
    file: 'platform/work/fan-out.ts',
    has: 'platform.mark_published',
    values: {
      $1: '(select array_agg(bank_id) from (select bank_id from platform.outbox_event order by position limit 10) e)',
      $2: '(select array_agg(event_id) from (select event_id from platform.outbox_event order by position limit 10) e)',
      $3: '(select array_agg(occurred_at) from (select occurred_at from platform.outbox_event order by position limit 10) e)',
      $4: 'now()',
    },
  },
  { file: 'store/passkey-proofs.store.ts', has: 'with surplus', values: { proofId: "'new-proof'" } },
  { file: 'platform/work/audit-sealer.ts', values: { $3: "'00'" }, has: 'insert into platform.audit_seal' },
  { file: 'platform/work/outbox-relay.ts', values: { $1: '500', '*': "'{}'" } },
  {
    file: 'platform/work/partitions.ts',
    has: 'create_partition',
    values: { $1: "'outbox_event'", $2: 'current_date + 40', $3: 'current_date + 41' },
  },
  { file: 'platform/work/partitions.ts', has: 'oldest_default_row', values: { $1: "'outbox_event'" } },
  {
    file: 'platform/work/partitions.ts',
    has: 'drop_published_partition',
    values: { $1: 'current_date - 3' },
  },
  { file: 'key-ring/sealed-rows.store.ts', values: { '*': none } },
  {
    file: 'key-ring/sealed-rows.store.ts',
    has: '<> $3',
    values: { $3: "decode('3132333435363738', 'hex')" },
  },
  { file: 'key-ring/count-rows.ts', values: { $2: none } },
  {
    file: 'store/search-index.store.ts',
    values: {
      partyNumber: party,
      kind: "'individual'",
      unit: 'null',
      currentWords: "' n:word-7'",
      formerWords: "''",
      addressWords: "''",
    },
  },
  { file: 'store/related-parties.store.ts', values: { merged: party, survivor: "'p2'" } },
  { file: 'store/search.read.ts', values: { '*': 'null' } },
  { file: 'store/search-expansion.read.ts', values: { '*': none, unit: "'unit-1'" } },
];

/** Returns the explicit samples of one statement, by the number of the parameter. */
export function explicitSamplesOf(
  statement: RegisteredStatement,
  sources: readonly unknown[],
): ReadonlyMap<number, string> {
  const text = statement.text.replaceAll(/\s+/g, ' ');
  const [file = ''] = statement.place.split(':');
  const values = explicitSamples
    .filter((sample) => file.endsWith(sample.file) && text.includes(sample.has ?? ''))
    .flatMap((sample) => Object.entries(sample.values));
  return new Map(
    values.flatMap(([name, value]) => numbersOf(statement, sources, name).map((number) => [number, value])),
  );
}

/** The parameters that a key of a sample means: `$3`, or each one with that slot. */
function numbersOf(
  { parameters }: RegisteredStatement,
  sources: readonly unknown[],
  name: string,
): readonly number[] {
  if (name === '*') return sources.flatMap((source, index) => (source === undefined ? [index + 1] : []));
  if (name.startsWith('$')) return [Number(name.slice(1))];
  return (parameters ?? []).flatMap((parameter, index) =>
    'slot' in parameter && parameter.slot === name ? [index + 1] : [],
  );
}
