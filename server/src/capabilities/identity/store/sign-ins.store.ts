import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { SignInTable } from './tables.generated.ts';
import { tables, written } from './tables.ts';

/** A sign-in under way, as it lies in the table. */
export interface StoredSignIn {
  readonly signInId: string;
  readonly tieHash: Buffer;
  readonly sealedState: Buffer;
  readonly touchedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly rowVersion: bigint;
}

export interface SignInKey {
  readonly bankId: string;
  readonly signInId: string;
}

const find = statement<SignInKey>()(({ bankId, signInId }) =>
  tables.selectFrom('sign_in').selectAll().where('bank_id', '=', bankId).where('sign_in_id', '=', signInId),
);

export async function findSignIn(db: Reader, key: SignInKey): Promise<StoredSignIn | undefined> {
  const row = await db.first(find(key));
  return row && storedOf(row);
}

function storedOf(row: SignInTable): StoredSignIn {
  return {
    signInId: row.sign_in_id,
    tieHash: row.tie_hash,
    sealedState: row.sealed_state,
    touchedAt: row.touched_at,
    expiresAt: row.expires_at,
    rowVersion: row.row_version,
  };
}

interface SavedSignIn extends SignInKey {
  readonly tieHash: Buffer;
  readonly sealedState: Buffer;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insert = statement<SavedSignIn>()(({ bankId, expiresAt, now, sealedState, signInId, tieHash }) =>
  written(sql`
    insert into identity.sign_in as s (bank_id, sign_in_id, tie_hash, sealed_state, touched_at, expires_at, row_version,
      created_at)
    values (${bankId}, ${signInId}, ${tieHash}, ${sealedState}, ${now}, ${expiresAt}, 1, ${now})
    on conflict (bank_id, sign_in_id) do update
      set tie_hash = excluded.tie_hash, sealed_state = excluded.sealed_state, touched_at = ${now},
          expires_at = excluded.expires_at, row_version = s.row_version + 1, created_at = ${now}`),
);

/** Begins a sign-in; one that the same browser has left behind under this name begins anew. */
export async function beginSignIn(db: Reader, saved: SavedSignIn): Promise<void> {
  await db.rows(insert(saved));
}

export interface MovedSignIn extends SignInKey {
  readonly tieHash: Buffer;
  readonly sealedState: Buffer;
  readonly rowVersion: bigint;
  readonly now: Temporal.Instant;
}

const move = statement<MovedSignIn>()(({ bankId, now, rowVersion, sealedState, signInId, tieHash }) =>
  tables
    .updateTable('sign_in')
    .set({ tie_hash: tieHash, sealed_state: sealedState, touched_at: now, row_version: sql`row_version + 1` })
    .where('bank_id', '=', bankId)
    .where('sign_in_id', '=', signInId)
    .where('row_version', '=', rowVersion)
    .returning('sign_in_id'),
);

/** One step further, unless another step came first: of two at once one finds the sign-in changed. */
export async function isSignInMoved(db: Reader, moved: MovedSignIn): Promise<boolean> {
  return (await db.first(move(moved))) !== undefined;
}

/** The same as part of a command; what else the command does is saved in both cases. */
export async function isSignInHeld(work: Writer, moved: MovedSignIn): Promise<boolean> {
  return (await work.lock(move(moved))) !== undefined;
}

const force = statement<MovedSignIn>()(({ bankId, now, sealedState, signInId, tieHash }) =>
  tables
    .updateTable('sign_in')
    .set({
      tie_hash: tieHash,
      sealed_state: sealedState,
      touched_at: now,
      row_version: sql`row_version + 1`,
    })
    .where('bank_id', '=', bankId)
    .where('sign_in_id', '=', signInId)
    .returning('sign_in_id'),
);

/** The same whatever step came first. */
export async function isSignInForced(work: Writer, moved: MovedSignIn): Promise<boolean> {
  return (await work.lock(force(moved))) !== undefined;
}

interface LookedAt extends SignInKey {
  readonly tieHash: Buffer;
  readonly idleSeconds: number;
  readonly now: Temporal.Instant;
}

const look = statement<LookedAt>()(({ bankId, idleSeconds, now, signInId, tieHash }) =>
  written(sql<SignInTable>`
    update identity.sign_in set touched_at = ${now}
     where bank_id = ${bankId} and sign_in_id = ${signInId} and tie_hash = ${tieHash} and expires_at > ${now}
       and touched_at >= ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int)
    returning *`),
);

/** Finds a sign-in and enters that somebody looks at it; one that was left alone for too long is not woken up by it. */
export async function lookAtSignIn(db: Reader, key: LookedAt): Promise<StoredSignIn | undefined> {
  const row = await db.first(look(key));
  return row && storedOf(row);
}

const end = statement<SignInKey>()(({ bankId, signInId }) =>
  tables.deleteFrom('sign_in').where('bank_id', '=', bankId).where('sign_in_id', '=', signInId),
);

/** A sign-in is finished once, whatever else was tried at it meanwhile. */
export function endSignIn(work: Writer, key: SignInKey): void {
  work.write(end(key), { rows: { count: 1, otherwise: standardProblems.conflict } });
}
