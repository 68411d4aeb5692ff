import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables, written } from './tables.ts';

/** Who asks for a name, and when. */
export interface NameAsked {
  readonly bankId: string;
  readonly username: string;
  /** Whoever had it may have it back. Undefined for somebody who has never had one. */
  readonly userId: string | undefined;
  readonly now: Temporal.Instant;
}

const find = statement<Omit<NameAsked, 'userId'>>()(({ bankId, now, username }) =>
  tables
    .selectFrom('username_reservation')
    .select('user_id')
    .where('bank_id', '=', bankId)
    .where('username', '=', username)
    .where('reserved_until', '>', now),
);

/**
 * Whether a name is kept for somebody else. Ask for the user of the name before, never after: a name that passes from
 * use to reservation in between would be seen in neither.
 */
export async function isNameReserved(
  db: Reader,
  { bankId, now, userId, username }: NameAsked,
): Promise<boolean> {
  const row = await db.first(find({ bankId, username, now }));
  return row !== undefined && row.user_id !== userId;
}

interface Reserved {
  readonly bankId: string;
  readonly username: string;
  readonly userId: string;
  readonly reason: 'changed' | 'closed';
  readonly until: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const reserve = statement<Reserved>()(({ bankId, now, reason, until, userId, username }) =>
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

const release = statement<{ readonly bankId: string; readonly username: string }>()(({ bankId, username }) =>
  tables.deleteFrom('username_reservation').where('bank_id', '=', bankId).where('username', '=', username),
);

/** A name is in use again. */
export function releaseName(work: Writer, key: { readonly bankId: string; readonly username: string }): void {
  work.write(release(key));
}
