import { type Selectable, sql, type UpdateObject } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { type Slots, statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { IdentityTables, SignInTable } from './tables.generated.ts';
import { tables, written } from './tables.ts';

/** A sign-in under way, as it lies in the table. */
export interface StoredSignIn {
  readonly signInId: string;
  readonly tieHash: Buffer;
  readonly sealedState: Buffer;
  readonly touchedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly rowVersion: bigint;
  /** The secret that the form which was submitted last came with. */
  readonly previousTieHash: Buffer | undefined;
  readonly formHash: Buffer | undefined;
  /** Present while an instance works on that form. */
  readonly formLockedUntil: Temporal.Instant | undefined;
  /** Forms of the present page that are still worked on although a different one came after them: hash in hex, and lock. */
  readonly supersededForms: ReadonlyMap<string, Temporal.Instant>;
  /** Present when the customer is signed in; the row is kept to repeat the answer. */
  readonly endedAt: Temporal.Instant | undefined;
}

export type SignInRow = Selectable<SignInTable>;

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

/** A row as the operations know it. */
export function storedOf(row: SignInRow): StoredSignIn {
  return {
    signInId: row.sign_in_id,
    tieHash: row.tie_hash,
    sealedState: row.sealed_state,
    touchedAt: row.touched_at,
    expiresAt: row.expires_at,
    rowVersion: row.row_version,
    previousTieHash: row.previous_tie_hash ?? undefined,
    formHash: row.form_hash ?? undefined,
    formLockedUntil: row.form_locked_until ?? undefined,
    endedAt: row.ended_at ?? undefined,
    supersededForms: locksIn(row.superseded_forms),
  };
}

function locksIn(value: unknown): ReadonlyMap<string, Temporal.Instant> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return new Map(
    entries.flatMap(([hash, until]) => {
      const at = parseTimestamp(String(until));
      return at === undefined ? [] : [[hash, at] as const];
    }),
  );
}

interface SavedSignIn extends SignInKey {
  readonly tieHash: Buffer;
  readonly sealedState: Buffer;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const begin = statement<SavedSignIn>('write')(({ bankId, expiresAt, now, sealedState, signInId, tieHash }) =>
  written(sql`
    insert into identity.sign_in as s (bank_id, sign_in_id, tie_hash, sealed_state, touched_at, expires_at, row_version,
      created_at)
    values (${bankId}, ${signInId}, ${tieHash}, ${sealedState}, ${now}, ${expiresAt}, 1, ${now})
    on conflict (bank_id, sign_in_id) do update
      set tie_hash = excluded.tie_hash, sealed_state = excluded.sealed_state, touched_at = ${now},
          expires_at = excluded.expires_at, row_version = s.row_version + 1, created_at = ${now},
          previous_tie_hash = null, form_hash = null, form_locked_until = null, repeats_left = 0,
          repeatable_until = null, superseded_forms = '{}', ended_at = null`),
);

/** Begins a sign-in; one that the same browser has left behind under this name begins anew. */
export async function beginSignIn(db: Autocommit, saved: SavedSignIn): Promise<void> {
  await db.executeAll(begin(saved));
}

const insert = statement<SavedSignIn>('write')(({ bankId, expiresAt, now, sealedState, signInId, tieHash }) =>
  written(sql`
    insert into identity.sign_in (bank_id, sign_in_id, tie_hash, sealed_state, touched_at, expires_at, row_version,
      created_at)
    values (${bankId}, ${signInId}, ${tieHash}, ${sealedState}, ${now}, ${expiresAt}, 1, ${now})
    on conflict (bank_id, sign_in_id) do nothing`),
);

/** Inserts a sign-in; where there is a row under this id nothing changes. */
export async function insertSignIn(db: Autocommit, saved: SavedSignIn): Promise<void> {
  await db.executeAll(insert(saved));
}

export interface SignInUpdate extends SignInKey {
  readonly tieHash: Buffer;
  readonly sealedState: Buffer;
  readonly rowVersion: bigint;
  readonly now: Temporal.Instant;
  /** The form that moves it, and the secret it came with. */
  readonly formHash: Buffer;
  readonly previousTieHash: Buffer;
  /** Until when that form may be sent again. */
  readonly repeatableUntil: Temporal.Instant;
  /** Present where the same form moves it once more. */
  readonly formLockedUntil: Temporal.Instant | null;
}

function movedColumns(moved: Slots<SignInUpdate>): UpdateObject<IdentityTables, 'sign_in'> {
  return {
    tie_hash: moved.tieHash,
    previous_tie_hash: moved.previousTieHash,
    sealed_state: moved.sealedState,
    form_hash: moved.formHash,
    form_locked_until: moved.formLockedUntil,
    repeatable_until: moved.repeatableUntil,
    superseded_forms: '{}',
    touched_at: moved.now,
    row_version: sql`row_version + 1`,
  };
}

const move = statement<SignInUpdate>('write')((moved) =>
  tables
    .updateTable('sign_in')
    .set(movedColumns(moved))
    .where('bank_id', '=', moved.bankId)
    .where('sign_in_id', '=', moved.signInId)
    .where('row_version', '=', moved.rowVersion)
    .where('ended_at', 'is', null)
    .returning('sign_in_id'),
);

/** One step further, unless another step came first: of two at once one finds the sign-in changed. */
export async function updateSignIn(db: Autocommit, moved: SignInUpdate): Promise<boolean> {
  return (await db.execute(move(moved))) !== undefined;
}

/** The same as part of a command; what else the command does is saved in both cases. */
export async function updateSignInIn(work: Writer, moved: SignInUpdate): Promise<boolean> {
  return (await work.execute(move(moved))) !== undefined;
}

const force = statement<SignInUpdate>('write')((moved) =>
  tables
    .updateTable('sign_in')
    .set(movedColumns(moved))
    .where('bank_id', '=', moved.bankId)
    .where('sign_in_id', '=', moved.signInId)
    .where('ended_at', 'is', null)
    .returning('sign_in_id'),
);

/** The same whatever step came first. */
export async function forceUpdateSignIn(work: Writer, moved: SignInUpdate): Promise<boolean> {
  return (await work.execute(force(moved))) !== undefined;
}

const finish = statement<SignInUpdate>('write')((moved) =>
  tables
    .updateTable('sign_in')
    // Until it expires the row also keeps the id from being begun anew.
    .set({ ...movedColumns(moved), ended_at: moved.now })
    .where('bank_id', '=', moved.bankId)
    .where('sign_in_id', '=', moved.signInId)
    .where('ended_at', 'is', null),
);

/** Ends a sign-in once, whatever else was tried at it meanwhile, and keeps the row to repeat the answer. */
export function finishStoredSignIn(work: Writer, moved: SignInUpdate): void {
  work.write(finish(moved), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

interface TouchedSignIn extends SignInKey {
  readonly tieHash: Buffer;
  readonly idleSeconds: number;
  readonly now: Temporal.Instant;
}

const look = statement<TouchedSignIn>('write')(({ bankId, idleSeconds, now, signInId, tieHash }) =>
  written(sql<SignInRow>`
    update identity.sign_in set touched_at = ${now}
     where bank_id = ${bankId} and sign_in_id = ${signInId} and tie_hash = ${tieHash} and expires_at > ${now}
       and ended_at is null and touched_at >= ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int)
    returning *`),
);

/** Finds a sign-in and enters that somebody looks at it; one that was left alone for too long is not woken up by it. */
export async function touchSignIn(db: Autocommit, key: TouchedSignIn): Promise<StoredSignIn | undefined> {
  const row = await db.execute(look(key));
  return row && storedOf(row);
}

const end = statement<SignInKey>('write')(({ bankId, signInId }) =>
  tables.deleteFrom('sign_in').where('bank_id', '=', bankId).where('sign_in_id', '=', signInId),
);

/** Deletes the row of a ceremony, which is used once. */
export function endSignIn(work: Writer, key: SignInKey): void {
  work.write(end(key), { rows: { count: 1, otherwise: standardProblems.conflict } });
}
