import pg from 'pg';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';

const forbidden = '42501';

/** Statements that both roles must not run on the audit trail. */
const ofBoth: readonly string[] = [
  `update platform.audit_entry set record = '{}'`,
  `update platform.audit_entry set occurred_at = occurred_at - interval '1 hour'`,
  `update platform.audit_entry set operation = 'x', aggregate_kind = 'x', aggregate_id = 'x'`,
  `update platform.audit_entry set audit_id = gen_random_uuid()`,
  `update platform.audit_entry set bank_id = '02'`,
  `update platform.audit_entry_default set record = '{}'`,
  'delete from platform.audit_entry',
  'delete from platform.audit_entry_default',
  'truncate platform.audit_entry',
  'update platform.audit_seal set sealed_at = now()',
  'delete from platform.audit_seal',
  'truncate platform.audit_seal',
  'alter table platform.audit_entry disable trigger keep_audit_entry',
  'alter table platform.audit_entry disable row level security',
  'drop table platform.audit_entry',
  'set session_replication_role = replica',
  'create rule forget as on insert to platform.audit_entry do instead nothing',
];
const ofApp: readonly string[] = [
  'update platform.audit_entry set entry_no = null, hash = null',
  'update platform.audit_entry set entry_no = entry_no + 1',
  'select record from platform.audit_entry',
  `insert into platform.audit_seal values ('01', 1, '', now(), 'x', '')`,
  `insert into platform.audit_entry values ('02', gen_random_uuid(), now(), 'x', 'x', 'x', '{}')`,
];
const ofWorker: readonly string[] = [
  'update platform.audit_entry set entry_no = null, hash = null where entry_no is not null',
  'update platform.audit_entry set entry_no = entry_no + 1 where entry_no is not null',
  'update platform.audit_entry set hash = sha256(hash) where entry_no is not null',
  `insert into platform.audit_entry values ('01', gen_random_uuid(), now(), 'x', 'x', 'x', '{}')`,
];

export interface Refusals {
  readonly attempts: number;
  /** Statements that did not fail with a permission error. */
  readonly allowed: readonly string[];
}

/** Tries all statements as service and as worker, and rolls every one back. */
export async function tryForbidden(database: TestDatabase): Promise<Refusals> {
  const allowed: string[] = [];
  const attempts = [
    ...[...ofBoth, ...ofApp].map((text) => ({ url: database.appUrl, text })),
    ...[...ofBoth, ...ofWorker].map((text) => ({ url: database.workerUrl, text })),
  ];
  for (const { url, text } of attempts) {
    const state = await attempt(url, text);
    if (state !== forbidden) allowed.push(`${new URL(url).username}: ${text} (${state ?? 'done'})`);
  }
  return { attempts: attempts.length, allowed };
}

/** Returns the SQLSTATE of the error; undefined when the statement succeeded. */
async function attempt(url: string, text: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('portico.bank_id', '01', true)`);
    await client.query(text);
    return undefined;
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  } finally {
    await client.query('rollback');
    await client.end();
  }
}
