import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import {
  type ActivationCode,
  type ActivationCodeState,
  activationCodeStates,
} from '../domain/devices/activation-code.ts';
import type { ActivationCodeTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

interface CodeKey {
  readonly bankId: string;
  /** Keyed hashes of the code, one for each key in use. */
  readonly hashes: readonly Buffer[];
}

function codeOf(row: ActivationCodeTable): ActivationCode {
  return {
    activationId: row.activation_id,
    userId: row.user_id,
    state: activationCodeStates.find((state) => state === row.state) ?? 'replaced',
    failures: row.failures,
    expiresAt: row.expires_at,
  };
}

const byHash = statement<CodeKey>()(({ bankId, hashes }) =>
  rawQuery(sql<ActivationCodeTable>`
    select * from client.activation_code where bank_id = ${bankId} and code_hash = any(${hashes}::bytea[])`),
);

export async function findActivationCode(db: Reader, key: CodeKey): Promise<ActivationCode | undefined> {
  const row = await db.first(byHash(key));
  return row && codeOf(row);
}

const lockByHash = statement<CodeKey>('lock')(({ bankId, hashes }) =>
  rawQuery(sql<ActivationCodeTable>`
    select * from client.activation_code where bank_id = ${bankId} and code_hash = any(${hashes}::bytea[])
       for update`),
);

/** Locks a code: of concurrent redemptions one decides after the other. */
export async function lockActivationCode(work: Writer, key: CodeKey): Promise<ActivationCode | undefined> {
  const row = await work.lock(lockByHash(key));
  return row && codeOf(row);
}

interface IssuedSince {
  readonly bankId: string;
  readonly userId: string;
  readonly since: Temporal.Instant;
}

const issuedSince = statement<IssuedSince>()(({ bankId, since, userId }) =>
  tables
    .selectFrom('activation_code')
    .select('created_at')
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(50),
);

/** Lists when codes were issued to a user, newest first. */
export async function listIssueTimes(
  db: Reader,
  criteria: IssuedSince,
): Promise<readonly Temporal.Instant[]> {
  return (await db.rows(issuedSince(criteria))).map(({ created_at }) => created_at);
}

const replace = statement<{
  readonly bankId: string;
  readonly userId: string;
  readonly now: Temporal.Instant;
}>('write')(({ bankId, now, userId }) =>
  rawQuery(sql`
    update client.activation_code set state = 'replaced', row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and user_id = ${userId} and state = 'issued'`),
);

/** Replaces the open code of a user by none. */
export function replaceActivationCodes(
  work: Writer,
  key: { readonly bankId: string; readonly userId: string; readonly now: Temporal.Instant },
): void {
  work.write(replace(key));
}

interface NewCode {
  readonly bankId: string;
  readonly activationId: string;
  readonly userId: string;
  readonly codeHash: Buffer;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insert = statement<NewCode>('write')((row) =>
  tables.insertInto('activation_code').values({
    bank_id: row.bankId,
    activation_id: row.activationId,
    user_id: row.userId,
    code_hash: row.codeHash,
    state: 'issued',
    failures: 0,
    expires_at: row.expiresAt,
    pairing_id: null,
    row_version: 1n,
    created_at: row.now,
    modified_at: row.now,
  }),
);

/** Replaces the open code of a user by a new one. */
export function replaceActivationCode(work: Writer, code: NewCode): void {
  const { bankId, now, userId } = code;
  work.write(replace({ bankId, userId, now }));
  work.write(insert(code), { constraints: { activation_code_open: standardProblems.conflict } });
}

interface CodeChange {
  readonly bankId: string;
  readonly activationId: string;
  readonly state: ActivationCodeState;
  readonly failures: number;
  readonly pairingId: string | null;
  readonly now: Temporal.Instant;
}

const update = statement<CodeChange>('write')((row) =>
  tables
    .updateTable('activation_code')
    .set({
      state: row.state,
      failures: row.failures,
      pairing_id: row.pairingId,
      row_version: sql`row_version + 1`,
      modified_at: row.now,
    })
    .where('bank_id', '=', row.bankId)
    .where('activation_id', '=', row.activationId),
);

/** Records a redemption of a locked code. */
export function updateActivationCode(work: Writer, change: CodeChange): void {
  work.write(update(change), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

const ofUsers = statement<{ readonly bankId: string; readonly userId: string }>('write')(
  ({ bankId, userId }) =>
    tables.deleteFrom('activation_code').where('bank_id', '=', bankId).where('user_id', '=', userId),
);

/** Deletes the codes of an erased user. */
export function deleteActivationCodesOf(
  work: Writer,
  key: { readonly bankId: string; readonly userId: string },
): void {
  work.write(ofUsers(key));
}
