import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { ContactKind } from '../domain/user.ts';
import { tables, written } from './tables.ts';

export interface ContactVerificationKey {
  readonly bankId: string;
  readonly userId: string;
  readonly kind: ContactKind;
}

/** A contact on its way to be proven. */
export interface ContactVerification {
  readonly kind: ContactKind;
  readonly valueIndex: Buffer;
  /** Empty while the code is being made. */
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

/** Whatever a user is proving; at most one of a kind. */
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
  written(sql<{ row_version: bigint }>`
    insert into identity.contact_verification as v (bank_id, user_id, kind, value_index, verification_id, expires_at,
      row_version, created_at, modified_at)
    values (${bankId}, ${userId}, ${kind}, ${valueIndex}, '', ${expiresAt}, 1, ${now}, ${now})
    on conflict (bank_id, user_id, kind) do update
      set value_index = excluded.value_index, verification_id = '', expires_at = excluded.expires_at,
          row_version = v.row_version + 1, created_at = ${now}, modified_at = ${now}
    returning v.row_version`),
);

/** Takes the place of whatever was being proven; the number tells this start from any other. */
export async function startContactVerification(work: Writer, started: Started): Promise<bigint> {
  const row = await work.execute(start(started));
  return row?.row_version ?? 0n;
}

interface Sent extends ContactVerificationKey {
  readonly rowVersion: bigint;
  readonly verificationId: string;
  readonly now: Temporal.Instant;
}

const enter = statement<Sent>('write')(({ bankId, kind, now, rowVersion, userId, verificationId }) =>
  tables
    .updateTable('contact_verification')
    .set({ verification_id: verificationId, row_version: sql`row_version + 1`, modified_at: now })
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('row_version', '=', rowVersion),
);

/** The code is on its way. If another start has come between, this one is over. */
export function insertSentCode(work: Writer, sent: Sent): void {
  work.write(enter(sent), { rows: { count: 1, otherwise: standardProblems['service-unavailable'] } });
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

/** Nothing was sent: what was being proven before is still being proven, unless another start has come between. */
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
