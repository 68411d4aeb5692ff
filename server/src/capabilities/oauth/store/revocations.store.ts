import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables } from './tables.ts';

/** Tokens that are void although their dates are good: one of them, all of a grant, of a client, of an account, or of the bank. */
export interface Revocation {
  readonly bankId: string;
  readonly kind: 'token' | 'grant' | 'client' | 'account' | 'bank';
  readonly value: string;
  /** Tokens issued up to here are void. */
  readonly revokedAt: Temporal.Instant;
  /** From here on every such token has ended by itself. */
  readonly expiresAt: Temporal.Instant;
}

const insert = statement<Revocation>('write')((row) =>
  tables
    .insertInto('revocation')
    .values({
      bank_id: row.bankId,
      kind: row.kind,
      value: row.value,
      revoked_at: row.revokedAt,
      expires_at: row.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.constraint('revocation_pkey').doUpdateSet({
        // Whoever comes second with an earlier time must not bring tokens back to life.
        revoked_at: sql`greatest(revocation.revoked_at, excluded.revoked_at)`,
        expires_at: sql`greatest(revocation.expires_at, excluded.expires_at)`,
      }),
    ),
);

/** Revokes, or revokes again from a later moment on. */
export function insertRevocation(work: Writer, revocation: Revocation): void {
  work.write(insert(revocation));
}

const listRecent = statement<{ readonly bankId: string; readonly now: Temporal.Instant }>()(
  ({ bankId, now }) =>
    tables
      .selectFrom('revocation')
      .select(['kind', 'value', 'revoked_at'])
      .where('bank_id', '=', bankId)
      .where('expires_at', '>', now),
);

/** What is revoked and could still be in somebody's hands. */
export async function listRevocations(
  db: Reader,
  bankId: string,
  now: Temporal.Instant,
): Promise<
  readonly { readonly kind: string; readonly value: string; readonly revokedAt: Temporal.Instant }[]
> {
  const rows = await db.rows(listRecent({ bankId, now }));
  return rows.map(({ kind, value, revoked_at }) => ({ kind, value, revokedAt: revoked_at }));
}

const findOfClient = statement<{ readonly bankId: string; readonly clientId: string }>()(
  ({ bankId, clientId }) =>
    tables
      .selectFrom('revocation')
      .select('revoked_at')
      .where('bank_id', '=', bankId)
      .where('kind', '=', 'client')
      .where('value', '=', clientId),
);

/** When a client was last switched off, if that was lately. */
export async function findClientRevokedAt(
  db: Reader,
  bankId: string,
  clientId: string,
): Promise<Temporal.Instant | undefined> {
  return (await db.first(findOfClient({ bankId, clientId })))?.revoked_at;
}

const listOfAccount = statement<{
  readonly bankId: string;
  readonly accountId: string;
  readonly kept: string;
}>()(({ accountId, bankId, kept }) =>
  tables
    .selectFrom('revocation')
    .select(['value', 'revoked_at'])
    .where('bank_id', '=', bankId)
    .where('kind', '=', 'account')
    .where((row) => row.or([row('value', '=', accountId), row('value', '=', kept)])),
);

/** Whether everything that somebody signed in to at a moment was ended later, but for the one sign-in that was kept. */
export async function isAccountEnded(
  db: Reader,
  criteria: { readonly bankId: string; readonly accountId: string; readonly signedInAtSeconds: number },
): Promise<boolean> {
  const { accountId, bankId, signedInAtSeconds } = criteria;
  const kept = currentSignIn(accountId, signedInAtSeconds);
  const rows = await db.rows(listOfAccount({ bankId, accountId, kept }));
  return isEnded(new Map(rows.map(({ revoked_at, value }) => [value, revoked_at.epochMilliseconds])), {
    accountId,
    signedInAtSeconds,
  });
}

/** Under this name the one sign-in that goes on is entered, at the moment at which the others end. */
export function currentSignIn(accountId: string, signedInAtSeconds: number): string {
  return `${accountId} ${signedInAtSeconds}`;
}

/** Judges by the moments at which accounts were ended, and sign-ins kept. */
export function isEnded(
  endedAtMs: ReadonlyMap<string, number>,
  { accountId, signedInAtSeconds }: { readonly accountId: string; readonly signedInAtSeconds: number },
): boolean {
  const endedMs = endedAtMs.get(accountId);
  if (endedMs === undefined || signedInAtSeconds * 1_000 > endedMs) return false;
  // One that was kept once is not kept by whoever ends everything later.
  return endedAtMs.get(currentSignIn(accountId, signedInAtSeconds)) !== endedMs;
}

const deleteExpired = statement<{ readonly bankId: string; readonly before: Temporal.Instant }>('write')(
  ({ bankId, before }) =>
    tables
      .deleteFrom('revocation')
      .where('bank_id', '=', bankId)
      .where('expires_at', '<', before)
      .returning('kind'),
);

/** Forgets what nobody can present any more. */
export async function deleteExpiredRevocations(
  db: Autocommit,
  bankId: string,
  before: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteExpired({ bankId, before }))).length;
}
