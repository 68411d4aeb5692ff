import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { loginFailuresMax } from '../domain/policy.ts';
import { rawQuery, tables } from './tables.ts';

export interface CredentialKey {
  readonly bankId: string;
  readonly userId: string;
}

/** How a temporary password was delivered. */
export type TemporaryChannel = 'sms' | 'email' | 'activation';

/** The valid credentials of a user at a given time. */
export interface Credentials {
  readonly passwordHash: string | undefined;
  readonly temporary:
    | { readonly hash: string; readonly channel: TemporaryChannel; readonly expiresAt: Temporal.Instant }
    | undefined;
}

interface Row {
  readonly kind: string;
  readonly hash: string;
  readonly channel: string | null;
  readonly expires_at: Temporal.Instant | null;
}

const find = statement<CredentialKey & { readonly now: Temporal.Instant }>()(({ bankId, now, userId }) =>
  tables
    .selectFrom('user_credential')
    .select(['kind', 'hash', 'channel', 'expires_at'])
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)])),
);

export async function findCredentials(
  db: Reader,
  key: CredentialKey & { readonly now: Temporal.Instant },
): Promise<Credentials> {
  const rows: readonly Row[] = await db.rows(find(key));
  const temporary = rows.find(({ kind }) => kind === 'temporary');
  return {
    passwordHash: rows.find(({ kind }) => kind === 'password')?.hash,
    temporary:
      temporary === undefined || temporary.expires_at === null
        ? undefined
        : { hash: temporary.hash, channel: channelOf(temporary.channel), expiresAt: temporary.expires_at },
  };
}

function channelOf(word: string | null): TemporaryChannel {
  return word === 'sms' || word === 'activation' ? word : 'email';
}

interface SavedCredential extends CredentialKey {
  readonly kind: 'password' | 'temporary';
  readonly hash: string;
  readonly channel: TemporaryChannel | null;
  readonly expiresAt: Temporal.Instant | null;
  readonly now: Temporal.Instant;
}

const save = statement<SavedCredential>('write')(({ bankId, channel, expiresAt, hash, kind, now, userId }) =>
  rawQuery(sql`
    insert into identity.user_credential as c (bank_id, user_id, kind, hash, channel, expires_at, row_version, created_at,
      modified_at)
    values (${bankId}, ${userId}, ${kind}, ${hash}, ${channel}, ${expiresAt}, 1, ${now}, ${now})
    on conflict (bank_id, user_id, kind) do update
      set hash = excluded.hash, channel = excluded.channel, expires_at = excluded.expires_at, used_at = null, failures = 0,
          row_version = c.row_version + 1, modified_at = ${now}`),
);

export function upsertPassword(
  work: Writer,
  given: CredentialKey & { readonly hash: string; readonly now: Temporal.Instant },
): void {
  work.write(save({ ...given, kind: 'password', channel: null, expiresAt: null }));
}

/** Saves a temporary password in place of the previous one; the password itself does not change. */
export function upsertTemporaryPassword(
  work: Writer,
  given: CredentialKey & {
    readonly hash: string;
    readonly channel: TemporaryChannel;
    readonly expiresAt: Temporal.Instant;
    readonly now: Temporal.Instant;
  },
): void {
  work.write(save({ ...given, kind: 'temporary' }));
}

const reserve = statement<CredentialKey & { readonly now: Temporal.Instant }>('write')(
  ({ bankId, now, userId }) =>
    rawQuery(sql<{ hash: string }>`
    update identity.user_credential set failures = failures + 1, modified_at = ${now}
     where bank_id = ${bankId} and user_id = ${userId} and kind = 'temporary' and used_at is null
       and expires_at > ${now} and failures < ${sql.lit(loginFailuresMax)}
    returning hash`),
);

/** Counts an attempt at a temporary password before it is compared; undefined after too many attempts. */
export async function reserveTemporaryPassword(
  db: Autocommit,
  key: CredentialKey & { readonly now: Temporal.Instant },
): Promise<string | undefined> {
  return (await db.execute(reserve(key)))?.hash;
}

const refund = statement<CredentialKey>('write')(({ bankId, userId }) =>
  rawQuery(sql`
    update identity.user_credential set failures = failures - 1
     where bank_id = ${bankId} and user_id = ${userId} and kind = 'temporary' and failures > 0`),
);

/** Refunds an attempt that was not compared. */
export async function refundTemporaryPassword(db: Autocommit, key: CredentialKey): Promise<void> {
  await db.executeAll(refund(key));
}

const rehash = statement<
  CredentialKey & { readonly hash: string; readonly before: string; readonly now: Temporal.Instant }
>('write')(({ bankId, before, hash, now, userId }) =>
  tables
    .updateTable('user_credential')
    .set({ hash, modified_at: now })
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'password')
    .where('hash', '=', before),
);

/** Replaces the hash of the same password with one of the current parameters, unless the password has changed since. */
export function updatePasswordHash(
  work: Writer,
  given: CredentialKey & { readonly hash: string; readonly before: string; readonly now: Temporal.Instant },
): void {
  work.write(rehash(given));
}

const use = statement<CredentialKey & { readonly hash: string; readonly now: Temporal.Instant }>('write')(
  ({ bankId, hash, now, userId }) =>
    rawQuery(sql<{ channel: string | null }>`
      update identity.user_credential set used_at = ${now}, row_version = row_version + 1, modified_at = ${now}
       where bank_id = ${bankId} and user_id = ${userId} and kind = 'temporary' and hash = ${hash}
         and used_at is null and expires_at > ${now}
      returning channel`),
);

/** Consumes a temporary password; of concurrent calls exactly one returns true. */
export async function consumeTemporaryPassword(
  work: Writer,
  given: CredentialKey & { readonly hash: string; readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await work.execute(use(given))) !== undefined;
}

const removeTemporary = statement<CredentialKey>('write')(({ bankId, userId }) =>
  tables
    .deleteFrom('user_credential')
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'temporary'),
);

export function deleteTemporaryPassword(work: Writer, key: CredentialKey): void {
  work.write(removeTemporary(key));
}
