import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { usernameChanges } from '../domain/name-reservation.ts';
import type { ContactKind } from '../domain/user.ts';
import { written } from './tables.ts';

/** What is older than a moment, but no more of it than a transaction should hold. */
export interface CleanUpScope {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

type Raw = ReturnType<typeof sql>;

/** Deletes the oldest rows of a table by a time column that an index begins with; more conditions may follow. */
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
    written(sql<{ done: number }>`
      delete from ${name} where bank_id = ${bankId} and ctid = any(array(
        select ctid from ${name} where bank_id = ${bankId} and ${time} < ${before}::timestamptz::${type} ${more}
         order by ${time} limit ${listMax}))
      returning 1 as done`),
  );
}

const forgotten = {
  reservations: purgeOldest({ table: 'username_reservation', column: 'reserved_until' }),
  verifications: purgeOldest({ table: 'contact_verification', column: 'expires_at' }),
  signIns: purgeOldest({ table: 'sign_in', column: 'expires_at' }),
  sessions: purgeOldest({ table: 'session', column: 'expires_at' }),
  loginEvents: purgeOldest({ table: 'login_event', column: 'occurred_at' }),
  strangers: purgeOldest({
    table: 'login_event',
    column: 'occurred_at',
    more: sql`and user_id like '~%'`,
  }),
  browsers: purgeOldest({ table: 'browser', column: 'last_seen_at' }),
  // Changes of names are counted for a year.
  quotas: purgeOldest({
    table: 'quota',
    column: 'modified_at',
    more: sql`and scope <> ${sql.lit(usernameChanges)}`,
  }),
  clientQuotas: purgeOldest({ table: 'client_quota', column: 'day', type: sql`date` }),
  nameChanges: purgeOldest({
    table: 'quota',
    column: 'modified_at',
    more: sql`and scope = ${sql.lit(usernameChanges)}`,
  }),
  // Of users failures in a row are remembered, however slowly they come; of names that nobody has they are not.
  guards: purgeOldest({
    table: 'login_guard',
    column: 'modified_at',
    more: sql`and (failures_in_row = 0 or subject like '~%')`,
  }),
};

export type Forgotten = keyof typeof forgotten;

/** Forgets the oldest of a kind; how many there were. */
export async function purgeOld(work: Writer, what: Forgotten, scope: CleanUpScope): Promise<number> {
  return (await work.executeAll(forgotten[what](scope))).length;
}

/** The same, saved by itself; how many there were. */
export async function removeOld(db: Autocommit, what: Forgotten, scope: CleanUpScope): Promise<number> {
  return (await db.executeAll(forgotten[what](scope))).length;
}

/** Why a user is tidied: a contact that was never proven, or never having become active. */
export type OverdueKind = ContactKind | 'pending';

const overdue = {
  email: { time: sql.ref('open_email_at'), more: sql`` },
  phone: { time: sql.ref('open_phone_at'), more: sql`` },
  pending: { time: sql.ref('created_at'), more: sql`and status = 'pending'` },
} as const satisfies Readonly<Record<OverdueKind, unknown>>;

/** Users that are left out: they failed before. */
type OverdueScope = CleanUpScope & { readonly except: readonly string[] };

// oxlint-disable-next-line typescript/explicit-function-return-type -- inferred from statement
function overdueIds(kind: OverdueKind) {
  const { more, time } = overdue[kind];
  return statement<OverdueScope>()(({ bankId, before, except, listMax }) =>
    written(sql<{ user_id: string }>`
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
    written(sql<{ user_id: string }>`
      select user_id from identity.user_account
       where bank_id = ${bankId} and user_id = ${userId} and ${time} < ${before} ${more}
         for update skip locked`),
  );
}

const listings = { email: overdueIds('email'), phone: overdueIds('phone'), pending: overdueIds('pending') };
const locks = { email: overdueUser('email'), phone: overdueUser('phone'), pending: overdueUser('pending') };

/** Lists users who are to be tidied, the longest overdue first. */
export async function listOverdue(
  db: Reader,
  kind: OverdueKind,
  scope: OverdueScope,
): Promise<readonly string[]> {
  return (await db.rows(listings[kind](scope))).map(({ user_id: userId }) => userId);
}

/** Locks a user who is to be tidied; none where another command is changing the user at the moment. */
export async function lockOverdue(
  work: Writer,
  kind: OverdueKind,
  criteria: OverdueUser,
): Promise<readonly string[]> {
  return (await work.lockAll(locks[kind](criteria))).map(({ user_id: userId }) => userId);
}

const closed = statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
  written(sql<{ user_id: string }>`
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
    written(sql`
      delete from ${sql.table(`identity.${table}`)}
       where bank_id = ${bankId} and user_id = any(${userIds}::text[])`),
  );

/** Whatever opens an account or shows its owner. */
const waysIn = [
  'user_credential',
  'passkey',
  'security_answer',
  'linked_login',
  'browser',
  'contact_verification',
  'picture',
].map(ofUsers);

/** What is kept of somebody who has left, for as long as somebody may ask. */
const traces = ['former_contact', 'session', 'login_event'].map(ofUsers);

/** Nothing opens the account of this user any more, and nothing of it is shown. */
export function deleteWaysIn(
  work: Writer,
  { bankId, userId }: { readonly bankId: string; readonly userId: string },
): void {
  for (const remove of waysIn) work.write(remove({ bankId, userIds: [userId] }));
}

/** Deletes everything that belongs to these users beside the account itself. */
export function deleteAllOf(work: Writer, ofThem: OfUsers): void {
  for (const remove of [...waysIn, ...traces]) work.write(remove(ofThem));
}

/** Deletes users who left long ago with everything that was theirs; how many. Their names stay reserved. */
export async function deleteClosedUsers(work: Writer, scope: CleanUpScope): Promise<number> {
  const rows = await work.executeAll(closed(scope));
  const userIds = rows.map(({ user_id }) => user_id);
  if (userIds.length > 0) deleteAllOf(work, { bankId: scope.bankId, userIds });
  return userIds.length;
}
