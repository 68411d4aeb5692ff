import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type UserState, userStates } from '../domain/user.ts';
import { rawQuery } from './tables.ts';

interface Scope {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
}

const endOpen = statement<Scope>('write')(({ bankId, listMax, now }) =>
  rawQuery(sql<{ done: number }>`
    update identity.session set ended_at = ${now} where bank_id = ${bankId} and ctid = any(array(
      select ctid from identity.session
       where bank_id = ${bankId} and ended_at is null and expires_at > ${now} limit ${listMax}))
    returning 1 as done`),
);

/** Ends the sessions of all users and returns how many. */
export async function endAllSessions(work: Writer, scope: Scope): Promise<number> {
  return (await work.executeAll(endOpen(scope))).length;
}

const dropTemporary = statement<Scope>('write')(({ bankId, listMax }) =>
  rawQuery(sql<{ done: number }>`
    delete from identity.user_credential where bank_id = ${bankId} and ctid = any(array(
      select ctid from identity.user_credential
       where bank_id = ${bankId} and kind = 'temporary' and channel in ('sms', 'email') limit ${listMax}))
    returning 1 as done`),
);

/**
 * Deletes the temporary passwords of recoveries; those of activations stay, because a user cannot request another one.
 */
export async function deleteAllTemporaryPasswords(work: Writer, scope: Scope): Promise<number> {
  return (await work.executeAll(dropTemporary(scope))).length;
}

interface OfUsers {
  readonly bankId: string;
  readonly userIds: readonly string[];
}

/** When a user's row, state, oldest credential and oldest security answer were written. */
export interface UserTimes {
  readonly userId: string;
  readonly state: UserState;
  readonly stateSince: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly credentialAt: Temporal.Instant | undefined;
  readonly answersAt: Temporal.Instant | undefined;
}

interface TimesRow {
  readonly user_id: string;
  readonly status: string;
  readonly status_since: Temporal.Instant;
  readonly modified_at: Temporal.Instant;
  readonly credential_at: Temporal.Instant | null;
  readonly answers_at: Temporal.Instant | null;
}

const times = statement<OfUsers>()(({ bankId, userIds }) =>
  rawQuery(sql<TimesRow>`
    select u.user_id, u.status, u.status_since, u.modified_at,
           (select min(c.modified_at) from identity.user_credential c
             where c.bank_id = u.bank_id and c.user_id = u.user_id) as credential_at,
           (select min(a.created_at) from identity.security_answer a
             where a.bank_id = u.bank_id and a.user_id = u.user_id) as answers_at
      from identity.user_account u
     where u.bank_id = ${bankId} and u.user_id = any(${userIds}::text[])`),
);

export async function listUserTimes(db: Reader, criteria: OfUsers): Promise<readonly UserTimes[]> {
  const rows = await db.rows(times(criteria));
  return rows.map((row) => ({
    userId: row.user_id,
    state: userStates.find((state) => state === row.status) ?? 'suspended',
    stateSince: row.status_since,
    modifiedAt: row.modified_at,
    credentialAt: row.credential_at ?? undefined,
    answersAt: row.answers_at ?? undefined,
  }));
}

interface OlderThan {
  readonly bankId: string;
  readonly userId: string;
  readonly before: Temporal.Instant;
}

const dropCredentials = statement<OlderThan>('write')(({ bankId, before, userId }) =>
  rawQuery(sql`
    delete from identity.user_credential
     where bank_id = ${bankId} and user_id = ${userId} and modified_at < ${before}`),
);

/** Deletes passwords and temporary passwords that were saved before a given time. */
export function deleteCredentialsBefore(work: Writer, older: OlderThan): void {
  work.write(dropCredentials(older));
}

const dropAnswers = statement<OlderThan>('write')(({ bankId, before, userId }) =>
  rawQuery(sql`
    delete from identity.security_answer
     where bank_id = ${bankId} and user_id = ${userId} and created_at < ${before}`),
);

export function deleteAnswersBefore(work: Writer, older: OlderThan): void {
  work.write(dropAnswers(older));
}

const passkeysThere = statement<{ readonly bankId: string; readonly passkeyIds: readonly string[] }>()(
  ({ bankId, passkeyIds }) =>
    rawQuery(sql<{ passkey_id: string; user_id: string }>`
      select passkey_id, user_id from identity.passkey
       where bank_id = ${bankId} and passkey_id = any(${passkeyIds}::uuid[])`),
);

/** Lists which of these passkeys exist. */
export async function listPasskeysById(
  db: Reader,
  criteria: { readonly bankId: string; readonly passkeyIds: readonly string[] },
): Promise<readonly { readonly passkeyId: string; readonly userId: string }[]> {
  const rows = await db.rows(passkeysThere(criteria));
  return rows.map(({ passkey_id, user_id }) => ({ passkeyId: passkey_id, userId: user_id }));
}
