import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { utcDayOf } from '#platform/db/utc-day.ts';
import type { Writer } from '#platform/db/writer.ts';
import { usernameChanges } from '../domain/name-reservation.ts';
import type { ContactKind } from '../domain/user.ts';
import { rawQuery } from './tables.ts';

/** Rows older than a given time, limited to one batch per transaction. */
export interface CleanUpScope {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

type Raw = ReturnType<typeof sql>;

/**
 * Builds a statement that deletes the oldest rows of a table by a time column that leads an index; further conditions
 * are optional. They are evaluated again for the deletion: in a table with partitions, several rows have one position.
 */
function purgeOldest(
  {
    column,
    table,
    more = sql``,
    type = sql`timestamptz`,
  }: {
    table: string;
    column: string;
    more?: Raw;
    type?: Raw;
  },
  // oxlint-disable-next-line typescript/explicit-function-return-type -- inferred from statement
) {
  const [name, time] = [sql.table(`identity.${table}`), sql.ref(column)];
  return statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
    rawQuery(sql<{ done: number }>`
      delete from ${name} where bank_id = ${bankId} and ${time} < ${before}::timestamptz::${type} ${more}
         and ctid = any(array(
        select ctid from ${name} where bank_id = ${bankId} and ${time} < ${before}::timestamptz::${type} ${more}
         order by ${time} limit ${listMax}))
      returning 1 as done`),
  );
}

/**
 * Builds a statement that deletes rows by the day of their last use: those of the days before the given time. The time is
 * compared too, because a process of an earlier version does not change the day.
 */
// oxlint-disable-next-line typescript/explicit-function-return-type -- inferred from statement
function purgeUnused({ more, table }: { table: string; more: Raw }) {
  const name = sql.table(`identity.${table}`);
  return statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
    rawQuery(sql<{ done: number }>`
      delete from ${name} where bank_id = ${bankId} and ctid = any(array(
        select ctid from ${name}
         where bank_id = ${bankId} and used_on < ${utcDayOf(before)} and modified_at < ${before} and ${more}
         order by used_on limit ${listMax}))
      returning 1 as done`),
  );
}

/**
 * Deletes counters of failed sign-ins. Consecutive failures of users are stored without time limit; those of unknown
 * usernames are not. The rows that stay are moved behind all others, so that the next run does not read them again; the
 * next attempt sets their day.
 */
const loginAttempts = statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ done: number }>`
    with unused as materialized (
      select ctid, failures_in_row = 0 or subject like '~%' as is_purged from identity.login_attempts
       where bank_id = ${bankId} and used_on < ${utcDayOf(before)} and modified_at < ${before}
       order by used_on limit ${listMax} for update skip locked),
    kept as (
      update identity.login_attempts set used_on = 'infinity'
       where bank_id = ${bankId} and ctid = any(array(select ctid from unused where not is_purged))
      returning 1 as done),
    purged as (
      delete from identity.login_attempts
       where bank_id = ${bankId} and ctid = any(array(select ctid from unused where is_purged))
      returning 1 as done)
    select done from kept union all select done from purged`),
);

const purges = {
  reservations: purgeOldest({ table: 'username_reservation', column: 'reserved_until' }),
  verifications: purgeOldest({ table: 'contact_verification', column: 'expires_at' }),
  signIns: purgeOldest({ table: 'sign_in', column: 'expires_at' }),
  passkeyProofs: purgeOldest({ table: 'passkey_proof', column: 'expires_at' }),
  sessions: purgeOldest({ table: 'session', column: 'expires_at' }),
  loginEvents: purgeOldest({ table: 'login_event', column: 'occurred_at' }),
  unknownUsers: purgeOldest({
    table: 'login_event',
    column: 'occurred_at',
    more: sql`and user_id like '~%'`,
  }),
  browsers: purgeOldest({ table: 'browser', column: 'last_seen_at' }),
  // Username changes are counted for a year.
  quotas: purgeUnused({ table: 'quota', more: sql`scope <> ${sql.lit(usernameChanges)}` }),
  clientQuotas: purgeOldest({ table: 'client_quota', column: 'day', type: sql`date` }),
  nameChanges: purgeUnused({ table: 'quota', more: sql`scope = ${sql.lit(usernameChanges)}` }),
  loginAttempts,
};

export type PurgedKind = keyof typeof purges;

/** Deletes the oldest rows of a kind and returns how many. */
export async function purgeOld(work: Writer, what: PurgedKind, scope: CleanUpScope): Promise<number> {
  return (await work.executeAll(purges[what](scope))).length;
}

/** Deletes the oldest rows of a kind in its own transaction and returns how many. */
export async function purgeOldAndCommit(
  db: Autocommit,
  what: PurgedKind,
  scope: CleanUpScope,
): Promise<number> {
  return (await db.executeAll(purges[what](scope))).length;
}

/** Why a user is cleaned up: a contact was never verified, or the user never became active. */
export type OverdueKind = ContactKind | 'pending';

const overdue = {
  email: { time: sql.ref('open_email_at'), more: sql`` },
  phone: { time: sql.ref('open_phone_at'), more: sql`` },
  pending: { time: sql.ref('created_at'), more: sql`and status = 'pending'` },
} as const satisfies Readonly<Record<OverdueKind, unknown>>;

/** `except`: users that are skipped because an earlier attempt failed. */
type OverdueScope = CleanUpScope & { readonly except: readonly string[] };

// oxlint-disable-next-line typescript/explicit-function-return-type -- inferred from statement
function overdueIds(kind: OverdueKind) {
  const { more, time } = overdue[kind];
  return statement<OverdueScope>()(({ bankId, before, except, listMax }) =>
    rawQuery(sql<{ user_id: string }>`
      select user_id from identity.user_account
       where bank_id = ${bankId} and ${time} < ${before} ${more} and user_id not in (select unnest(${except}::text[]))
       order by ${time} limit ${listMax}`),
  );
}

interface OverdueUser {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly userId: string;
}

// oxlint-disable-next-line typescript/explicit-function-return-type -- inferred from statement
function overdueUser(kind: OverdueKind) {
  const { more, time } = overdue[kind];
  return statement<OverdueUser>('lock')(({ bankId, before, userId }) =>
    rawQuery(sql<{ user_id: string }>`
      select user_id from identity.user_account
       where bank_id = ${bankId} and user_id = ${userId} and ${time} < ${before} ${more}
         for update skip locked`),
  );
}

const listings = { email: overdueIds('email'), phone: overdueIds('phone'), pending: overdueIds('pending') };
const locks = { email: overdueUser('email'), phone: overdueUser('phone'), pending: overdueUser('pending') };

/** Lists users that are due for clean-up, the longest overdue first. */
export async function listOverdue(
  db: Reader,
  kind: OverdueKind,
  scope: OverdueScope,
): Promise<readonly string[]> {
  return (await db.rows(listings[kind](scope))).map(({ user_id: userId }) => userId);
}

/** Locks a user that is due for clean-up; undefined where another command has locked the user. */
export async function lockOverdue(
  work: Writer,
  kind: OverdueKind,
  criteria: OverdueUser,
): Promise<readonly string[]> {
  return (await work.lockAll(locks[kind](criteria))).map(({ user_id: userId }) => userId);
}

const closed = statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ user_id: string }>`
    delete from identity.user_account where bank_id = ${bankId} and ctid = any(array(
      select ctid from identity.user_account where bank_id = ${bankId} and closed_at < ${before}
       order by closed_at limit ${listMax}))
    returning user_id`),
);

interface OfUsers {
  readonly bankId: string;
  readonly userIds: readonly string[];
}

// oxlint-disable-next-line typescript/explicit-function-return-type -- inferred from statement
const ofUsers = (table: string) =>
  statement<OfUsers>('write')(({ bankId, userIds }) =>
    rawQuery(sql`
      delete from ${sql.table(`identity.${table}`)}
       where bank_id = ${bankId} and user_id = any(${userIds}::text[])`),
  );

/** Tables with credentials of an account, and with what its owner sees. */
const credentialTables = [
  'user_credential',
  'passkey',
  'passkey_proof',
  'security_answer',
  'linked_login',
  'browser',
  'contact_verification',
  'picture',
].map(ofUsers);

/** Tables with history that is stored after a user is closed, until the retention period ends. */
const historyTables = ['former_contact', 'session', 'login_event'].map(ofUsers);

/** Deletes all credentials of a user and everything the user's pages show. */
export function deleteCredentialsOf(
  work: Writer,
  { bankId, userId }: { readonly bankId: string; readonly userId: string },
): void {
  for (const remove of credentialTables) work.write(remove({ bankId, userIds: [userId] }));
}

/** Deletes all rows of these users except the accounts themselves. */
export function deleteAllOf(work: Writer, users: OfUsers): void {
  for (const remove of [...credentialTables, ...historyTables]) work.write(remove(users));
}

/** Deletes users that were closed long ago with all their rows, and returns how many. Their usernames stay reserved. */
export async function deleteClosedUsers(work: Writer, scope: CleanUpScope): Promise<number> {
  const rows = await work.executeAll(closed(scope));
  const userIds = rows.map(({ user_id }) => user_id);
  if (userIds.length > 0) deleteAllOf(work, { bankId: scope.bankId, userIds });
  return userIds.length;
}
