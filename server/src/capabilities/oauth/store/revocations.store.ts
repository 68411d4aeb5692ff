import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { ExpiredBefore } from './expired-rows.ts';
import { rawQuery, tables } from './tables.ts';

/** Revocation of unexpired tokens: one token, or all of a grant, of a client, of an account, or of the bank. */
export interface Revocation {
  readonly bankId: string;
  readonly kind: 'token' | 'grant' | 'client' | 'account' | 'bank';
  readonly value: string;
  /** Tokens issued up to this time are void. */
  readonly revokedAt: Temporal.Instant;
  /** From this time on, every such token has expired. */
  readonly expiresAt: Temporal.Instant;
}

const upsert = statement<Revocation>('write')((row) =>
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
        // A later call with an earlier time must not make tokens valid again.
        revoked_at: sql`greatest(revocation.revoked_at, excluded.revoked_at)`,
        expires_at: sql`greatest(revocation.expires_at, excluded.expires_at)`,
      }),
    ),
);

/** Inserts a revocation, or extends an existing one. */
export function upsertRevocation(work: Writer, revocation: Revocation): void {
  work.write(upsert(revocation));
}

/** A revocation as processes cache it. */
export interface ListedRevocation {
  readonly kind: string;
  readonly value: string;
  readonly revokedAt: Temporal.Instant;
}

const listedPerPageMax = 10_000;

interface RevocationsAfter {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly kind: string;
  readonly value: string;
  readonly listMax: number;
}

const listAfter = statement<RevocationsAfter>()(({ bankId, kind, listMax, now, value }) =>
  rawQuery(sql<{ kind: string; value: string; revoked_at: Temporal.Instant; is_live: boolean }>`
    select kind, value, revoked_at, expires_at > ${now} as is_live from oauth.revocation
     where bank_id = ${bankId} and (kind, value) > (${kind}, ${value})
     order by kind, value limit ${listMax}`),
);

/**
 * Lists revocations of tokens that may not have expired, in pages: changes between two pages are seen by the read of
 * changes that follows.
 */
export async function listRevocations(
  db: Reader,
  bankId: string,
  now: Temporal.Instant,
): Promise<readonly ListedRevocation[]> {
  const found: ListedRevocation[] = [];
  let last = { kind: '', value: '' };
  for (;;) {
    const rows = await db.rows(listAfter({ bankId, now, ...last, listMax: listedPerPageMax }));
    for (const { is_live: isLive, kind, revoked_at: revokedAt, value } of rows)
      if (isLive) found.push({ kind, value, revokedAt });
    const end = rows.at(-1);
    if (end === undefined || rows.length < listedPerPageMax) return found;
    last = { kind: end.kind, value: end.value };
  }
}

const findOldest = statement<object>()(() =>
  tables.selectNoFrom(sql<bigint>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.as('transaction')),
);

/** Returns the oldest open transaction. What a later read does not see was written by this one or a later one. */
export async function findOldestTransaction(db: Reader): Promise<bigint> {
  return (await db.first(findOldest({})))?.transaction ?? 0n;
}

const listChanged = statement<{ readonly bankId: string; readonly since: bigint }>()(({ bankId, since }) =>
  tables
    .selectFrom('revocation')
    .select(['kind', 'value', 'revoked_at'])
    .where('bank_id', '=', bankId)
    .where('changed_by', '>=', since),
);

/** Lists revocations that this transaction or a later one has written. */
export async function listRevocationsSince(
  db: Reader,
  bankId: string,
  since: bigint,
): Promise<readonly ListedRevocation[]> {
  const rows = await db.rows(listChanged({ bankId, since }));
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

/** Returns when a client was last disabled, if the revocation is still stored. */
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
  readonly current: string;
}>()(({ accountId, bankId, current }) =>
  tables
    .selectFrom('revocation')
    .select(['value', 'revoked_at'])
    .where('bank_id', '=', bankId)
    .where('kind', '=', 'account')
    .where((row) => row.or([row('value', '=', accountId), row('value', '=', current)])),
);

/** Returns whether a sign-in was ended, unless it is the one sign-in that continued. */
export async function isAccountEnded(
  db: Reader,
  criteria: { readonly bankId: string; readonly accountId: string; readonly signedInAtSeconds: number },
): Promise<boolean> {
  const { accountId, bankId, signedInAtSeconds } = criteria;
  const current = currentSignIn(accountId, signedInAtSeconds);
  const rows = await db.rows(listOfAccount({ bankId, accountId, current }));
  return isEnded(new Map(rows.map(({ revoked_at, value }) => [value, revoked_at.epochMilliseconds])), {
    accountId,
    signedInAtSeconds,
  });
}

/** Returns the revocation value of the sign-in that continues, recorded with the time at which the others end. */
export function currentSignIn(accountId: string, signedInAtSeconds: number): string {
  return `${accountId} ${signedInAtSeconds}`;
}

/** Evaluates the times at which accounts were ended and sign-ins continued. */
export function isEnded(
  endedAtMs: ReadonlyMap<string, number>,
  { accountId, signedInAtSeconds }: { readonly accountId: string; readonly signedInAtSeconds: number },
): boolean {
  const endedMs = endedAtMs.get(accountId);
  if (endedMs === undefined || signedInAtSeconds * 1_000 > endedMs) return false;
  // A sign-in that continued once ends when the account is ended again.
  return endedAtMs.get(currentSignIn(accountId, signedInAtSeconds)) !== endedMs;
}

const deletedPerBatchMax = 1_000;

const deleteExpired = statement<ExpiredBefore>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ kind: string }>`
      delete from oauth.revocation where bank_id = ${bankId} and expires_at < ${before} and ctid = any(array(
        select ctid from oauth.revocation where bank_id = ${bankId} and expires_at < ${before}
         order by expires_at limit ${listMax}))
      returning kind`),
);

/** Deletes a batch of revocations of tokens that have expired and returns its size; there may be more. */
export async function deleteExpiredRevocations(
  db: Autocommit,
  bankId: string,
  before: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteExpired({ bankId, before, listMax: deletedPerBatchMax }))).length;
}
