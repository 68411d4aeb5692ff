import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { SessionTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A session of a user. */
export interface UserSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly clientName: string | undefined;
  readonly browserName: string;
  /** Absent in sessions that are older than the column. */
  readonly browserId: string | undefined;
  readonly assurance: '1fa' | 'sca';
  readonly authenticatedAt: Temporal.Instant;
  readonly seenAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

function sessionOf(row: SessionTable): UserSession {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    clientName: row.client_name ?? undefined,
    browserName: row.browser_name,
    browserId: row.browser_id ?? undefined,
    assurance: row.assurance === 'sca' ? 'sca' : '1fa',
    authenticatedAt: row.authenticated_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
  };
}

interface NewSession extends UserSession {
  readonly bankId: string;
  readonly secretHash: Buffer | undefined;
}

const insert = statement<NewSession>('write')((row) =>
  tables.insertInto('session').values({
    bank_id: row.bankId,
    session_id: row.sessionId,
    user_id: row.userId,
    secret_hash: row.secretHash,
    client_name: row.clientName,
    browser_name: row.browserName,
    browser_id: row.browserId,
    assurance: row.assurance,
    authenticated_at: row.authenticatedAt,
    seen_at: row.seenAt,
    expires_at: row.expiresAt,
    ended_at: null,
    created_at: row.authenticatedAt,
  }),
);

export function insertSession(work: Writer, session: NewSession): void {
  work.write(insert(session));
}

interface SecretKey {
  readonly bankId: string;
  readonly secretHash: Buffer;
  readonly idleSeconds: number;
  readonly now: Temporal.Instant;
}

const see = statement<SecretKey>('write')(({ bankId, idleSeconds, now, secretHash }) =>
  rawQuery(sql<SessionTable>`
    update identity.session set seen_at = ${now}
     where bank_id = ${bankId} and secret_hash = ${secretHash} and ended_at is null and expires_at > ${now}
       and seen_at > ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int)
    returning *`),
);

/** Finds the session of a browser on the bank's own page, unless it is idle for too long, and records the activity. */
export async function touchSession(db: Autocommit, key: SecretKey): Promise<UserSession | undefined> {
  const row = await db.execute(see(key));
  return row && sessionOf(row);
}

interface OfUser {
  readonly bankId: string;
  readonly userId: string;
  readonly now: Temporal.Instant;
}

const ofUser = statement<OfUser>()(({ bankId, now, userId }) =>
  tables
    .selectFrom('session')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .orderBy('authenticated_at', 'desc')
    .limit(50),
);

export async function listSessions(db: Reader, key: OfUser): Promise<readonly UserSession[]> {
  return (await db.rows(ofUser(key))).map(sessionOf);
}

const latestOfUser = statement<OfUser>()(({ bankId, now, userId }) =>
  rawQuery(sql<{ signed_in_at: Temporal.Instant | null }>`
    select max(authenticated_at) as signed_in_at from identity.session
     where bank_id = ${bankId} and user_id = ${userId} and expires_at > ${now} and ended_at is null`),
);

/** Finds the latest sign-in of a user that has not ended, by the clock of the node that recorded it. */
export async function findLatestSignInAt(db: Reader, key: OfUser): Promise<Temporal.Instant | undefined> {
  return (await db.first(latestOfUser(key)))?.signed_in_at ?? undefined;
}

const endOfUser = statement<
  OfUser & { readonly exceptId: string | null; readonly exceptSignInAt: Temporal.Instant | null }
>('write')(({ bankId, exceptId, exceptSignInAt, now, userId }) =>
  rawQuery(sql`
    update identity.session set ended_at = ${now}
     where bank_id = ${bankId} and user_id = ${userId} and ended_at is null and expires_at > ${now}
       and (${exceptId}::uuid is null or session_id <> ${exceptId}::uuid)
       and (${exceptSignInAt}::timestamptz is null or client_name is null
         or date_trunc('second', authenticated_at) <> date_trunc('second', ${exceptSignInAt}::timestamptz))`),
);

/** The session that is not ended: by its id, or by the second of its sign-in, which is all that a token contains. */
interface ExceptedSession {
  readonly exceptId?: string | undefined;
  readonly exceptSignInAt?: Temporal.Instant | undefined;
}

/** Ends all sessions of a user, except the one that is named. */
export function endSessions(
  work: Writer,
  { exceptId, exceptSignInAt, ...key }: OfUser & ExceptedSession,
): void {
  work.write(endOfUser({ ...key, exceptId: exceptId ?? null, exceptSignInAt: exceptSignInAt ?? null }));
}

const endOne = statement<{
  readonly bankId: string;
  readonly sessionId: string;
  readonly now: Temporal.Instant;
}>('write')(({ bankId, now, sessionId }) =>
  tables
    .updateTable('session')
    .set({ ended_at: now })
    .where('bank_id', '=', bankId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null),
);

export function endOneSession(
  work: Writer,
  key: { readonly bankId: string; readonly sessionId: string; readonly now: Temporal.Instant },
): void {
  work.write(endOne(key));
}

const endOfBrowser = statement<OfUser & { readonly browserId: string }>('write')(
  ({ bankId, browserId, now, userId }) =>
    tables
      .updateTable('session')
      .set({ ended_at: now })
      .where('bank_id', '=', bankId)
      .where('user_id', '=', userId)
      .where('browser_id', '=', browserId)
      .where('client_name', 'is', null)
      .where('ended_at', 'is', null),
);

/** Ends the sessions of a browser on the bank's own page; applications end theirs by tokens. */
export function endBrowserSessions(work: Writer, key: OfUser & { readonly browserId: string }): void {
  work.write(endOfBrowser(key));
}

const lockOpen = statement<{
  readonly bankId: string;
  readonly sessionId: string;
  readonly now: Temporal.Instant;
}>('lock')(({ bankId, now, sessionId }) =>
  tables
    .selectFrom('session')
    .select('session_id')
    .where('bank_id', '=', bankId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forShare(),
);

/** Locks a session and returns whether it is open, so that no other command can end it before this one commits. */
export async function lockOpenSession(
  work: Writer,
  key: { readonly bankId: string; readonly sessionId: string; readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await work.lock(lockOpen(key))) !== undefined;
}
