import type { Temporal } from 'temporal-polyfill';
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
