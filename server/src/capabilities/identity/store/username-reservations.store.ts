import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery, tables } from './tables.ts';
import type { UserDeps } from './users.store.ts';

/** A check whether a user may have a username at a given time. */
export interface UsernameCheck {
  readonly username: string;
  /** The former owner may use the username again. Undefined for a new user. */
  readonly userId: string | undefined;
  readonly now: Temporal.Instant;
}

const find = statement<{
  readonly bankId: string;
  readonly names: readonly string[];
  readonly now: Temporal.Instant;
}>()(({ bankId, names, now }) =>
  rawQuery(sql<{ user_id: string }>`
    select user_id from identity.username_reservation
     where bank_id = ${bankId} and username = any(${names}::text[]) and reserved_until > ${now}`),
);

/**
 * Returns whether a username is reserved for another user. Look up the user of the username before this call, never
 * after it: a username that changes from used to reserved in between would be seen in neither state.
 */
export async function isNameReserved(
  db: Reader,
  { bankId, identityVault }: UserDeps,
  { now, userId, username }: UsernameCheck,
): Promise<boolean> {
  const names = [username, identityVault.hiddenName(bankId, username)];
  const rows = await db.rows(find({ bankId, names, now }));
  return rows.some((row) => row.user_id !== userId);
}

interface Reserved {
  readonly bankId: string;
  readonly username: string;
  readonly userId: string;
  readonly reason: 'changed' | 'closed';
  readonly until: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const reserve = statement<Reserved>('write')(({ bankId, now, reason, until, userId, username }) =>
  rawQuery(sql`
    insert into identity.username_reservation (bank_id, username, user_id, reason, reserved_until, created_at)
    values (${bankId}, ${username}, ${userId}, ${reason}, ${until}, ${now})
    on conflict (bank_id, username) do update
      set user_id = excluded.user_id, reason = excluded.reason, reserved_until = excluded.reserved_until,
          created_at = excluded.created_at`),
);

/** Reserves a username that its owner gives up. */
export function upsertReservation(work: Writer, reserved: Reserved): void {
  work.write(reserve(reserved));
}

const release = statement<{ readonly bankId: string; readonly username: string }>('write')(
  ({ bankId, username }) =>
    tables.deleteFrom('username_reservation').where('bank_id', '=', bankId).where('username', '=', username),
);

/** Deletes the reservation of a username that is used again. */
export function deleteReservation(
  work: Writer,
  key: { readonly bankId: string; readonly username: string },
): void {
  work.write(release(key));
}

const ofUser = statement<{ readonly bankId: string; readonly userId: string }>()(({ bankId, userId }) =>
  tables
    .selectFrom('username_reservation')
    .select('username')
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId),
);

const hide = statement<{ readonly bankId: string; readonly username: string; readonly hidden: string }>(
  'write',
)(({ bankId, hidden, username }) =>
  tables
    .updateTable('username_reservation')
    .set({ username: hidden })
    .where('bank_id', '=', bankId)
    .where('username', '=', username),
);

/** Replaces the reserved usernames of an erased user with keyed hashes. */
export async function hideReservedNames(
  work: Writer,
  { bankId, identityVault }: UserDeps,
  userId: string,
): Promise<void> {
  for (const { username } of await work.rows(ofUser({ bankId, userId }))) {
    const hidden = identityVault.hiddenName(bankId, username);
    if (hidden === username) continue;
    // An old reservation may exist: usernames become available again when their reservation expires.
    deleteReservation(work, { bankId, username: hidden });
    work.write(hide({ bankId, username, hidden }));
  }
}
