import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { SessionTable } from './tables.generated.ts';
import { tables, written } from './tables.ts';

/** Where somebody is signed in. */
export interface UserSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly clientName: string | undefined;
  readonly browserName: string;
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
  written(sql<SessionTable>`
    update identity.session set seen_at = ${now}
     where bank_id = ${bankId} and secret_hash = ${secretHash} and ended_at is null and expires_at > ${now}
       and seen_at > ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int)
    returning *`),
);

/** The session on the bank's own page that a browser has, if it was not left alone for too long; being asked is activity. */
export async function seeSession(db: Autocommit, key: SecretKey): Promise<UserSession | undefined> {
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
  written(sql<{ signed_in_at: Temporal.Instant | null }>`
    select max(authenticated_at) as signed_in_at from identity.session
     where bank_id = ${bankId} and user_id = ${userId} and expires_at > ${now} and ended_at is null`),
);

/** Returns the latest sign-in of a user that goes on, by the clock of the node that let the user in. */
export async function findLatestSignInAt(db: Reader, key: OfUser): Promise<Temporal.Instant | undefined> {
  return (await db.first(latestOfUser(key)))?.signed_in_at ?? undefined;
}

const endOfUser = statement<
  OfUser & { readonly keptId: string | null; readonly keptSignInAt: Temporal.Instant | null }
>('write')(({ bankId, keptId, keptSignInAt, now, userId }) =>
  written(sql`
    update identity.session set ended_at = ${now}
     where bank_id = ${bankId} and user_id = ${userId} and ended_at is null and expires_at > ${now}
       and (${keptId}::uuid is null or session_id <> ${keptId}::uuid)
       and (${keptSignInAt}::timestamptz is null or client_name is null
         or date_trunc('second', authenticated_at) <> date_trunc('second', ${keptSignInAt}::timestamptz))`),
);

/** Which session goes on: by its name, or by the second of its sign-in, which is all that a token tells. */
interface KeptSession {
  readonly keptId?: string | undefined;
  readonly keptSignInAt?: Temporal.Instant | undefined;
}

/** Ends all sessions of a user, but for one if one is named. */
export function endSessions(work: Writer, { keptId, keptSignInAt, ...key }: OfUser & KeptSession): void {
  work.write(endOfUser({ ...key, keptId: keptId ?? null, keptSignInAt: keptSignInAt ?? null }));
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

const hold = statement<{
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

/** Whether a session goes on, held so that nobody ends it before the command is saved. */
export async function lockOpenSession(
  work: Writer,
  key: { readonly bankId: string; readonly sessionId: string; readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await work.lock(hold(key))) !== undefined;
}
