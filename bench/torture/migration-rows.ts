import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { progress } from '../harness/report.ts';

/** Rows of a bank that no process of the run serves, so that no job changes them meanwhile. */
const bankId = '99';
const batch = 50_000;
const sessions = 2;

/** A large table: its share of all rows, and values of columns whose type alone does not tell a valid one. */
interface LargeTable {
  readonly name: string;
  readonly share: number;
  readonly values?: Readonly<Record<string, string>>;
}

const at = `date_trunc('month', now()) + n * interval '1 millisecond'`;

/** Bytes that do not compress well, as of an encrypted text. */
const bytes = (length: number): string =>
  `substr(decode((select string_agg(md5(n::text || k), '') from generate_series(1, ${Math.ceil(length / 16)}) k), 'hex'), 1, ${length})`;

/** `n` is the number of the row. Tables that the release does not have are left out. */
const largeTables: readonly LargeTable[] = [
  {
    name: 'correspondence.communication',
    share: 20,
    values: {
      lane: '2',
      medium: `'email'`,
      status: `'delivered'`,
      message_kind: `case when n % 2 = 0 then 'one-time-password' else 'statement' end`,
      settled_at: at,
      expires_at: `${at} + interval '7 days'`,
    },
  },
  { name: 'correspondence.content', share: 10, values: { sealed: bytes(400) } },
  {
    name: 'correspondence.mailbox_message',
    share: 10,
    values: { folder: `'inbox'`, status: `'unread'`, is_read: 'false' },
  },
  { name: 'identity.login_event', share: 20, values: { result: `'signed-in'` } },
  {
    name: 'platform.audit_entry',
    share: 12,
    values: { record: `repeat(md5(n::text), 10)`, entry_no: 'n', hash: bytes(32) },
  },
  { name: 'platform.event_sequence', share: 10 },
  {
    name: 'party.party',
    share: 2,
    values: {
      party_number: 'n::text',
      kind: `'individual'`,
      record_state: `'live'`,
      registration_profile: `'customer'`,
      customer_status: `'active'`,
      individual_status: `'alive'`,
      personal: bytes(300),
      sensitive: bytes(100),
      sync_number: 'n',
    },
  },
  { name: 'party.party_relationship', share: 1, values: { kind: `'kinship'`, to_party: `'other-' || n` } },
  { name: 'identity.user_account', share: 2, values: { kind: `'customer'`, status: `'active'` } },
  { name: 'identity.browser', share: 2 },
  // Deleted after a day.
  { name: 'platform.idempotency_record', share: 2, values: { created_at: 'now()' } },
  {
    name: '"authorization".signature_collection',
    share: 1,
    values: { state: `'used'`, fulfilled_at: at, sealed_signature_data: bytes(900) },
  },
  { name: '"authorization".signature', share: 1, values: { state: `'valid'` } },
  { name: 'ledger.journal_entry', share: 3, values: { kind: `'transfer'` } },
  { name: 'ledger.posting', share: 6 },
  {
    name: 'payments.payment',
    share: 2,
    values: {
      format: `'json'`,
      status: `'ACSC'`,
      owner: 'n::text',
      approved_at: at,
      ended_at: at,
      sealed_payment: bytes(500),
    },
  },
  {
    name: 'sca.authorisation',
    share: 2,
    values: {
      subject_kind: `'payment'`,
      approach: `'EMBEDDED'`,
      status: `'finalised'`,
      user_id: `'usr_' || n`,
      ended_at: at,
      wrong_passwords: '0',
      wrong_codes: '0',
    },
  },
  {
    name: 'consents.consent',
    share: 1,
    values: {
      status: `'expired'`,
      owner: 'n::text',
      user_id: `'usr_' || n`,
      approved_at: at,
      ends_at: at,
      ended_at: at,
      is_sole: 'false',
    },
  },
  { name: 'consents.access_use', share: 3 },
];

/** A value for each type of a column that must have one. */
const valueOf: Readonly<Record<string, string>> = {
  _text: `'{}'`,
  _timestamptz: `'{}'`,
  bool: 'false',
  bytea: bytes(32),
  date: 'current_date',
  int4: '1',
  int8: 'n',
  jsonb: `'{}'`,
  text: `'value-' || n`,
  timestamptz: at,
  uuid: 'gen_random_uuid()',
};

/** Names and counts of the rows that were inserted. */
export type FilledTables = ReadonlyMap<string, number>;

/** Fills the large tables with about `total` rows. */
export async function fillLargeTables(database: TestDatabase, total: number): Promise<FilledTables> {
  const tables = await knownTables(database);
  const shares = tables.reduce((sum, { share }) => sum + share, 0);
  const counts = new Map(tables.map(({ name, share }) => [name, Math.ceil((total * share) / shares)]));
  const batches = tables.flatMap((table) => batchesOf(table, counts.get(table.name) ?? 0));
  const show = progress('filling, batches', batches.length);
  let next = 0;
  const fill = async (): Promise<void> => {
    for (let one = batches[next++]; one !== undefined; one = batches[next++]) {
      // No triggers and no references: the rows need no others.
      await database.query(
        `begin; set local session_replication_role = replica; set local synchronous_commit = off;
         ${await insertOf(database, one)}; commit`,
      );
      show(next);
    }
  };
  await Promise.all(Array.from({ length: sessions }, fill));
  for (const { name } of tables) await database.query(`analyze ${name}`);
  return counts;
}

interface Batch extends LargeTable {
  readonly from: number;
  readonly to: number;
}

function batchesOf(table: LargeTable, count: number): readonly Batch[] {
  return Array.from({ length: Math.ceil(count / batch) }, (_, nth) => ({
    ...table,
    from: nth * batch + 1,
    to: Math.min(count, (nth + 1) * batch),
  }));
}

async function knownTables(database: TestDatabase): Promise<readonly LargeTable[]> {
  const rows = await database.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [largeTables.map(({ name }) => name)],
  );
  const known = new Set(rows.map(({ name }) => name));
  return largeTables.filter(({ name }) => known.has(name));
}

/** Returns a statement that sets every column which must have a value, or which the list names. */
async function insertOf(database: TestDatabase, { from, name, to, values = {} }: Batch): Promise<string> {
  const rows = await database.query<{ column: string; type: string; is_required: boolean }>(
    `select a.attname as column, t.typname as type,
            a.attnotnull and not a.atthasdef and a.attidentity = '' as is_required
       from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [name],
  );
  const given: Readonly<Record<string, string>> = { bank_id: `'${bankId}'`, ...values };
  const set = rows.filter(({ column, is_required }) => is_required || given[column] !== undefined);
  const expressions = set.map(({ column, type }) => given[column] ?? valueOf[type]);
  const unknown = set.find((_, index) => expressions[index] === undefined);
  if (unknown !== undefined) throw new Error(`no value for ${name}.${unknown.column} of ${unknown.type}`);
  return `insert into ${name} (${set.map(({ column }) => column).join(', ')})
    select ${expressions.join(', ')} from generate_series(${from}, ${to}) as n`;
}

/** Returns how many of the inserted rows are missing. */
export async function missingRows(database: TestDatabase, filled: FilledTables): Promise<number> {
  let missing = 0;
  for (const [name, count] of filled) {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${name} where bank_id = $1`,
      [bankId],
    );
    missing += Math.max(0, count - (row?.count ?? 0));
  }
  return missing;
}
