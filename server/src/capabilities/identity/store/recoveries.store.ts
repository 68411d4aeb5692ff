import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { ContactKind } from '../domain/user.ts';
import { rawQuery } from './tables.ts';

/** Everything that one text may be: a verified address or number, the numbers of a customer, a username. */
export interface RecoveryCriteria {
  readonly bankId: string;
  readonly username: string;
  readonly emailIndexes: readonly Buffer[];
  readonly phoneIndexes: readonly Buffer[];
  readonly customerNumbers: readonly string[];
}

const severalAreEnough = 2;

const byCriteria = statement<RecoveryCriteria>()(
  ({ bankId, customerNumbers, emailIndexes, phoneIndexes, username }) =>
    rawQuery(sql<{ user_id: string; kind: number }>`
    select user_id, case when email_index = any(${emailIndexes}::bytea[]) then 1 when phone_index = any(${phoneIndexes}::bytea[]) then 2
                         when customer_number = any(${customerNumbers}::text[]) then 3 else 4 end as kind
      from identity.user_account
     where bank_id = ${bankId} and status <> 'closed'
       and (username = ${username} or email_index = any(${emailIndexes}::bytea[])
         or phone_index = any(${phoneIndexes}::bytea[])
         or customer_number = any(${customerNumbers}::text[]))
     order by kind limit ${sql.lit(severalAreEnough)}`),
);

/**
 * Finds the user that a text identifies: the owner of a contact takes precedence over the user with that username.
 * Several matches of one kind count as none. Decrypts nothing, so that it takes the same time for every input.
 */
export async function findOnlyUserId(db: Reader, criteria: RecoveryCriteria): Promise<string | undefined> {
  const [first, second] = await db.rows(byCriteria(criteria));
  return first?.kind === second?.kind ? undefined : first?.user_id;
}

const byName = statement<{ readonly bankId: string; readonly username: string }>()(({ bankId, username }) =>
  rawQuery(sql<{ user_id: string }>`
    select user_id from identity.user_account
     where bank_id = ${bankId} and username = ${username} and status <> 'closed'`),
);

/** Finds the id of the user with a username. */
export async function findUserIdByName(
  db: Reader,
  key: { readonly bankId: string; readonly username: string },
): Promise<string | undefined> {
  return (await db.first(byName(key)))?.user_id;
}

/** A replaced contact: its user, its kind and the time. */
export interface EndedContact {
  readonly bankId: string;
  readonly userId: string;
  readonly kind: ContactKind;
  readonly endedAt: Temporal.Instant;
}

const ended = statement<EndedContact>()(({ bankId, endedAt, kind, userId }) =>
  rawQuery(sql<{ former_contact_id: string; sealed_value: Buffer }>`
    select former_contact_id, sealed_value from identity.former_contact
     where bank_id = ${bankId} and user_id = ${userId} and kind = ${kind}
       and ended_at between ${endedAt}::timestamptz - interval '1 minute' and ${endedAt}::timestamptz + interval '1 minute'
     order by abs(extract(epoch from ended_at - ${endedAt}::timestamptz)) limit 1`),
);

/** Finds the encrypted contact that was replaced at that time. */
export async function findEndedContact(
  db: Reader,
  key: EndedContact,
): Promise<{ readonly formerContactId: string; readonly sealed: Buffer } | undefined> {
  const row = await db.first(ended(key));
  return row && { formerContactId: row.former_contact_id, sealed: row.sealed_value };
}
