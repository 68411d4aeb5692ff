import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables, written } from './tables.ts';
import type { UserDeps } from './users.store.ts';

/** Who asks for a name, and when. */
export interface NameAsked {
  readonly username: string;
  /** Whoever had it may have it back. Undefined for somebody who has never had one. */
  readonly userId: string | undefined;
  readonly now: Temporal.Instant;
}

const find = statement<{
  readonly bankId: string;
  readonly names: readonly string[];
  readonly now: Temporal.Instant;
}>()(({ bankId, names, now }) =>
  written(sql<{ user_id: string }>`
    select user_id from identity.username_reservation
     where bank_id = ${bankId} and username = any(${names}::text[]) and reserved_until > ${now}`),
);

/**
 * Whether a name is kept for somebody else. Ask for the user of the name before, never after: a name that passes from
 * use to reservation in between would be seen in neither.
 */
export async function isNameReserved(
  db: Reader,
  { bankId, identityVault }: UserDeps,
  { now, userId, username }: NameAsked,
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
  written(sql`
    insert into identity.username_reservation (bank_id, username, user_id, reason, reserved_until, created_at)
    values (${bankId}, ${username}, ${userId}, ${reason}, ${until}, ${now})
    on conflict (bank_id, username) do update
      set user_id = excluded.user_id, reason = excluded.reason, reserved_until = excluded.reserved_until,
          created_at = excluded.created_at`),
);

/** Keeps a name that its owner gives up. */
export function reserveName(work: Writer, reserved: Reserved): void {
  work.write(reserve(reserved));
}

const release = statement<{ readonly bankId: string; readonly username: string }>('write')(
  ({ bankId, username }) =>
    tables.deleteFrom('username_reservation').where('bank_id', '=', bankId).where('username', '=', username),
);

/** A name is in use again. */
export function releaseName(work: Writer, key: { readonly bankId: string; readonly username: string }): void {
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

/** Keeps the names of an erased user reserved without keeping the names. */
export async function hideReservedNames(
  work: Writer,
  { bankId, identityVault }: UserDeps,
  userId: string,
): Promise<void> {
  for (const { username } of await work.rows(ofUser({ bankId, userId }))) {
    const hidden = identityVault.hiddenName(bankId, username);
    if (hidden === username) continue;
    // One of long ago may still be there: names are given out again when their time is over.
    releaseName(work, { bankId, username: hidden });
    work.write(hide({ bankId, username, hidden }));
  }
}
