import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery, tables } from './tables.ts';

interface NewOfflineLogin {
  readonly bankId: string;
  readonly offlineLoginId: string;
  readonly userId: string;
  /** Of the device that computed the code. */
  readonly deviceId: string;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insert = statement<NewOfflineLogin>('write')((row) =>
  tables.insertInto('offline_login').values({
    bank_id: row.bankId,
    offline_login_id: row.offlineLoginId,
    user_id: row.userId,
    device_id: row.deviceId,
    expires_at: row.expiresAt,
    exchanged_at: null,
    row_version: 1n,
    created_at: row.now,
    modified_at: row.now,
  }),
);

export function insertOfflineLogin(work: Writer, login: NewOfflineLogin): void {
  work.write(insert(login));
}

interface Exchange {
  readonly bankId: string;
  readonly offlineLoginId: string;
  readonly userId: string;
  readonly now: Temporal.Instant;
}

const exchange = statement<Exchange>('write')(({ bankId, now, offlineLoginId, userId }) =>
  rawQuery(sql<{ device_id: string | null; created_at: Temporal.Instant }>`
    update client.offline_login
       set exchanged_at = ${now}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and offline_login_id = ${offlineLoginId} and user_id = ${userId}
       and exchanged_at is null and expires_at > ${now}
    returning device_id, created_at`),
);

/** An offline sign-in that was used. */
interface UsedOfflineLogin {
  /** Absent where an earlier version of the product has stored the row. */
  readonly deviceId: string | undefined;
  readonly verifiedAt: Temporal.Instant;
}

/** Uses an offline sign-in; of concurrent uses one succeeds. Undefined when it was used, has expired, or is another's. */
export async function consumeOfflineLogin(
  work: Writer,
  key: Exchange,
): Promise<UsedOfflineLogin | undefined> {
  const row = await work.execute(exchange(key));
  return row && { deviceId: row.device_id ?? undefined, verifiedAt: row.created_at };
}

const voidOf = statement<{ readonly bankId: string; readonly userId: string }>('write')(
  ({ bankId, userId }) =>
    tables
      .deleteFrom('offline_login')
      .where('bank_id', '=', bankId)
      .where('user_id', '=', userId)
      .where('exchanged_at', 'is', null),
);

/** Voids the offline sign-ins of a user that were not used yet. */
export function deleteOpenOfflineLogins(
  work: Writer,
  key: { readonly bankId: string; readonly userId: string },
): void {
  work.write(voidOf(key));
}
