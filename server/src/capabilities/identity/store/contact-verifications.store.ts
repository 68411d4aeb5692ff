import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { ContactKind } from '../domain/user.ts';
import { rawQuery, tables } from './tables.ts';

export interface ContactVerificationKey {
  readonly bankId: string;
  readonly userId: string;
  readonly kind: ContactKind;
}

/** A contact that is being verified. */
export interface ContactVerification {
  readonly kind: ContactKind;
  readonly valueIndex: Buffer;
  /** Empty while the code is being created. */
  readonly verificationId: string;
  readonly startedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

const ofUser = statement<{ readonly bankId: string; readonly userId: string }>()(({ bankId, userId }) =>
  tables
    .selectFrom('contact_verification')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId),
);

/** Lists the pending verifications of a user; at most one of each kind. */
export async function listContactVerifications(
  db: Reader,
  key: { readonly bankId: string; readonly userId: string },
): Promise<readonly ContactVerification[]> {
  const rows = await db.rows(ofUser(key));
  return rows.map((row) => ({
    kind: row.kind === 'email' ? 'email' : 'phone',
    valueIndex: row.value_index,
    verificationId: row.verification_id,
    startedAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

interface Started extends ContactVerificationKey {
  readonly valueIndex: Buffer;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const start = statement<Started>('write')(({ bankId, expiresAt, kind, now, userId, valueIndex }) =>
  rawQuery(sql<{ row_version: bigint }>`
    insert into identity.contact_verification as v (bank_id, user_id, kind, value_index, verification_id, expires_at,
      row_version, created_at, modified_at)
    values (${bankId}, ${userId}, ${kind}, ${valueIndex}, '', ${expiresAt}, 1, ${now}, ${now})
    on conflict (bank_id, user_id, kind) do update
      set value_index = excluded.value_index, verification_id = '', expires_at = excluded.expires_at,
          row_version = v.row_version + 1, created_at = ${now}, modified_at = ${now}
    returning v.row_version`),
);

/** Starts a verification in place of any pending one; the returned number identifies this start. */
export async function upsertContactVerification(work: Writer, started: Started): Promise<bigint> {
  const row = await work.execute(start(started));
  return row?.row_version ?? 0n;
}

interface Sent extends ContactVerificationKey {
  readonly rowVersion: bigint;
  readonly verificationId: string;
  readonly now: Temporal.Instant;
}

const update = statement<Sent>('write')(({ bankId, kind, now, rowVersion, userId, verificationId }) =>
  tables
    .updateTable('contact_verification')
    .set({ verification_id: verificationId, row_version: sql`row_version + 1`, modified_at: now })
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('row_version', '=', rowVersion),
);

/** Records that the code was sent. Does nothing if another verification has been started since. */
export function updateSentCode(work: Writer, sent: Sent): void {
  work.write(update(sent), { rows: { count: 1, otherwise: standardProblems['service-unavailable'] } });
}

interface Restored extends ContactVerificationKey {
  readonly rowVersion: bigint;
  readonly before: ContactVerification;
}

const putBack = statement<
  ContactVerificationKey & Omit<ContactVerification, 'kind'> & { readonly rowVersion: bigint }
>('write')(({ bankId, expiresAt, kind, rowVersion, startedAt, userId, valueIndex, verificationId }) =>
  tables
    .updateTable('contact_verification')
    .set({
      value_index: valueIndex,
      verification_id: verificationId,
      expires_at: expiresAt,
      created_at: startedAt,
      row_version: sql`row_version + 1`,
    })
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('row_version', '=', rowVersion),
);

/** Restores the previous verification after a code could not be sent, unless another one has been started since. */
export function restoreContactVerification(work: Writer, { before, ...key }: Restored): void {
  work.write(putBack({ ...before, ...key }));
}

const remove = statement<ContactVerificationKey>('write')(({ bankId, kind, userId }) =>
  tables
    .deleteFrom('contact_verification')
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind),
);

export function deleteContactVerification(work: Writer, key: ContactVerificationKey): void {
  work.write(remove(key));
}
