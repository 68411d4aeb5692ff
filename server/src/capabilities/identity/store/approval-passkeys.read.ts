import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { passkeysMax } from '../domain/passkey.ts';
import { rawQuery } from './tables.ts';

/** A passkey with which a user can approve. */
export interface ApprovalPasskey {
  readonly passkeyId: string;
  /** The name that the user gave it, or that of the device. */
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | undefined;
}

interface Row {
  readonly passkey_id: string;
  readonly name: string;
  readonly created_at: Temporal.Instant;
  readonly last_used_at: Temporal.Instant | null;
}

const usable = statement<{ readonly bankId: string; readonly userId: string }>()(({ bankId, userId }) =>
  rawQuery(sql<Row>`
    select p.passkey_id, p.name, p.created_at, p.last_used_at
      from identity.passkey p
      join identity.user_account u on u.bank_id = p.bank_id and u.user_id = p.user_id and u.status = 'active'
     where p.bank_id = ${bankId} and p.user_id = ${userId}
     order by p.created_at, p.passkey_id limit ${sql.lit(passkeysMax)}`),
);

/**
 * Lists the passkeys with which a user can approve, the oldest first; none for a user who may not act. One statement,
 * whether or not the user exists.
 */
export async function listApprovalPasskeys(
  db: Reader,
  criteria: { readonly bankId: string; readonly userId: string },
): Promise<readonly ApprovalPasskey[]> {
  const rows = await db.rows(usable(criteria));
  return rows.map((row) => ({
    passkeyId: row.passkey_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }));
}
