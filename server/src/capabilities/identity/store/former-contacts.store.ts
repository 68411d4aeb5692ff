import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { ContactKind } from '../domain/user.ts';
import { tables } from './tables.ts';
import type { UserDeps } from './users.store.ts';

interface Ended {
  readonly bankId: string;
  readonly formerContactId: string;
  readonly userId: string;
  readonly kind: ContactKind;
  readonly sealedValue: Buffer;
  readonly now: Temporal.Instant;
}

const insert = statement<Ended>('write')(({ bankId, formerContactId, kind, now, sealedValue, userId }) =>
  tables.insertInto('former_contact').values({
    bank_id: bankId,
    former_contact_id: formerContactId,
    user_id: userId,
    kind,
    sealed_value: sealedValue,
    ended_at: now,
  }),
);

/** Inserts a contact that the user has replaced: notices also go there, and staff may ask for it. */
export function insertFormerContact(
  work: Writer,
  { bankId, identityVault }: UserDeps,
  ended: Omit<Ended, 'bankId' | 'sealedValue'> & { readonly value: string },
): void {
  const { value, ...row } = ended;
  const context = { bankId, table: 'former_contact', rowId: ended.formerContactId } as const;
  work.write(insert({ ...row, bankId, sealedValue: identityVault.sealText(context, value) }));
}

const replaced = statement<{
  readonly bankId: string;
  readonly userId: string;
  readonly since: Temporal.Instant;
}>()(({ bankId, since, userId }) =>
  tables
    .selectFrom('former_contact')
    .select('former_contact_id')
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('ended_at', '>', since)
    .limit(1),
);

/** Returns whether the user replaced a contact after a time. */
export async function hasFormerContactSince(
  db: Reader,
  key: { readonly bankId: string; readonly userId: string; readonly since: Temporal.Instant },
): Promise<boolean> {
  return (await db.first(replaced(key))) !== undefined;
}
