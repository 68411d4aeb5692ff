import { type Selectable, sql, type UpdateObject } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { type Slots, statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { IdentityTables, SignInTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A stored sign-in. */
export interface StoredSignIn {
  readonly signInId: string;
  readonly bindingHash: Buffer;
  readonly sealedState: Buffer;
  readonly touchedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly rowVersion: bigint;
  /** The hash of the secret with which the last form was submitted. */
  readonly previousBindingHash: Buffer | undefined;
  readonly formHash: Buffer | undefined;
  /** Present while an instance processes that form. */
  readonly formLockedUntil: Temporal.Instant | undefined;
  /**
   * Forms of the current page that are still being processed although a different one came later: hash in hex, and
   * lock.
   */
  readonly supersededForms: ReadonlyMap<string, Temporal.Instant>;
  /** Present when the customer is signed in; the row stays in order to repeat the response. */
  readonly endedAt: Temporal.Instant | undefined;
}

type SignInRow = Selectable<SignInTable>;

export interface SignInKey {
  readonly bankId: string;
  readonly signInId: string;
}

const find = statement<SignInKey>()(({ bankId, signInId }) =>
  tables.selectFrom('sign_in').selectAll().where('bank_id', '=', bankId).where('sign_in_id', '=', signInId),
);

export async function findSignIn(db: Reader, key: SignInKey): Promise<StoredSignIn | undefined> {
  const row = await db.first(find(key));
  return row && toStoredSignIn(row);
}

function toStoredSignIn(row: SignInRow): StoredSignIn {
  return {
    signInId: row.sign_in_id,
    bindingHash: row.binding_hash,
    sealedState: row.sealed_state,
    touchedAt: row.touched_at,
    expiresAt: row.expires_at,
    rowVersion: row.row_version,
    previousBindingHash: row.previous_binding_hash ?? undefined,
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
  readonly bindingHash: Buffer;
  readonly sealedState: Buffer;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const begin = statement<SavedSignIn>('write')(
  ({ bankId, expiresAt, now, sealedState, signInId, bindingHash }) =>
    rawQuery(sql`
    insert into identity.sign_in as s (bank_id, sign_in_id, binding_hash, sealed_state, touched_at, expires_at, row_version,
      created_at)
    values (${bankId}, ${signInId}, ${bindingHash}, ${sealedState}, ${now}, ${expiresAt}, 1, ${now})
    on conflict (bank_id, sign_in_id) do update
      set binding_hash = excluded.binding_hash, sealed_state = excluded.sealed_state, touched_at = ${now},
          expires_at = excluded.expires_at, row_version = s.row_version + 1, created_at = ${now},
          previous_binding_hash = null, form_hash = null, form_locked_until = null, repeats_left = 0,
          repeatable_until = null, superseded_forms = '{}', ended_at = null`),
);

/** Upserts a sign-in in its own transaction; an abandoned one of the same browser under this id starts again. */
export async function upsertSignInAndCommit(db: Autocommit, saved: SavedSignIn): Promise<void> {
  await db.executeAll(begin(saved));
}

/** The same within a command. */
export function upsertSignIn(work: Writer, saved: SavedSignIn): void {
  work.write(begin(saved));
}

const insert = statement<SavedSignIn>('write')(
  ({ bankId, expiresAt, now, sealedState, signInId, bindingHash }) =>
    rawQuery(sql`
    insert into identity.sign_in (bank_id, sign_in_id, binding_hash, sealed_state, touched_at, expires_at, row_version,
      created_at)
    values (${bankId}, ${signInId}, ${bindingHash}, ${sealedState}, ${now}, ${expiresAt}, 1, ${now})
    on conflict (bank_id, sign_in_id) do nothing`),
);

/** Inserts a sign-in; does nothing if a row with this id exists. */
export async function insertSignIn(db: Autocommit, saved: SavedSignIn): Promise<void> {
  await db.executeAll(insert(saved));
}

/** A form, and the secret it was submitted with. */
interface FormKey extends SignInKey {
  readonly bindingHash: Buffer;
  readonly formHash: Buffer;
}

interface LockedForm extends FormKey {
  readonly idleSeconds: number;
  readonly lockedUntil: Temporal.Instant;
  readonly repeatsMax: number;
  readonly repeatableUntil: Temporal.Instant;
  readonly now: Temporal.Instant;
}

/** About forty forms that are processed at once; beyond that the oldest ones are dropped. */
const supersededBytesMax = sql.lit(4_000);

const lock = statement<LockedForm>('write')((form) =>
  rawQuery(sql<SignInRow>`
    update identity.sign_in
       set form_hash = ${form.formHash}, form_locked_until = ${form.lockedUntil}, repeats_left = ${form.repeatsMax},
           repeatable_until = ${form.repeatableUntil},
           superseded_forms = case
             when form_locked_until > ${form.now} and form_hash is distinct from ${form.formHash}
                  and pg_column_size(superseded_forms) < ${supersededBytesMax}
             then superseded_forms || jsonb_build_object(encode(form_hash, 'hex'), form_locked_until)
             else superseded_forms - encode(${form.formHash}, 'hex') end
     where bank_id = ${form.bankId} and sign_in_id = ${form.signInId} and binding_hash = ${form.bindingHash}
       and ended_at is null and expires_at > ${form.now}
       and touched_at >= ${form.now}::timestamptz - make_interval(secs => ${form.idleSeconds}::int)
       and (form_hash is distinct from ${form.formHash} or form_locked_until is null
            or form_locked_until <= ${form.now})
       and coalesce((superseded_forms ->> encode(${form.formHash}, 'hex'))::timestamptz <= ${form.now}, true)
    returning *`),
);

/**
 * Locks a form, so that a form submitted twice at once is processed once. Undefined when another instance processes it,
 * when the secret is not the one of the current page, or when the sign-in has ended.
 */
export async function lockForm(db: Autocommit, form: LockedForm): Promise<StoredSignIn | undefined> {
  const row = await db.execute(lock(form));
  return row && toStoredSignIn(row);
}

const unlock = statement<Omit<FormKey, 'bindingHash'>>('write')(({ bankId, formHash, signInId }) =>
  rawQuery(sql`
    update identity.sign_in
       set form_locked_until = case when form_hash = ${formHash} then null else form_locked_until end,
           superseded_forms = superseded_forms - encode(${formHash}, 'hex')
     where bank_id = ${bankId} and sign_in_id = ${signInId}
       and (form_hash = ${formHash} or superseded_forms ? encode(${formHash}, 'hex'))`),
);

/** Unlocks a form that has not changed the sign-in. */
export async function unlockForm(db: Autocommit, form: Omit<FormKey, 'bindingHash'>): Promise<void> {
  await db.executeAll(unlock(form));
}

export interface SignInUpdate extends SignInKey {
  readonly bindingHash: Buffer;
  readonly sealedState: Buffer;
  readonly rowVersion: bigint;
  readonly now: Temporal.Instant;
  /** The form that causes the update, and the secret it was submitted with. */
  readonly formHash: Buffer;
  readonly previousBindingHash: Buffer;
  /** Until when that form may be submitted again. */
  readonly repeatableUntil: Temporal.Instant;
  /** Present where the same form updates the sign-in once more. */
  readonly formLockedUntil: Temporal.Instant | null;
}

function updatedColumns(update: Slots<SignInUpdate>): UpdateObject<IdentityTables, 'sign_in'> {
  return {
    binding_hash: update.bindingHash,
    previous_binding_hash: update.previousBindingHash,
    sealed_state: update.sealedState,
    form_hash: update.formHash,
    form_locked_until: update.formLockedUntil,
    repeatable_until: update.repeatableUntil,
    superseded_forms: '{}',
    touched_at: update.now,
    row_version: sql`row_version + 1`,
  };
}

const updateIfUnchanged = statement<SignInUpdate>('write')((update) =>
  tables
    .updateTable('sign_in')
    .set(updatedColumns(update))
    .where('bank_id', '=', update.bankId)
    .where('sign_in_id', '=', update.signInId)
    .where('row_version', '=', update.rowVersion)
    .where('ended_at', 'is', null)
    .returning('sign_in_id'),
);

/** Updates a sign-in in its own transaction, unless another step came first; returns whether it did. */
export async function updateSignInAndCommit(db: Autocommit, update: SignInUpdate): Promise<boolean> {
  return (await db.execute(updateIfUnchanged(update))) !== undefined;
}

/** Updates a sign-in within a command, unless another step came first; the command commits in both cases. */
export async function updateSignIn(work: Writer, update: SignInUpdate): Promise<boolean> {
  return (await work.execute(updateIfUnchanged(update))) !== undefined;
}

const force = statement<SignInUpdate>('write')((update) =>
  tables
    .updateTable('sign_in')
    .set(updatedColumns(update))
    .where('bank_id', '=', update.bankId)
    .where('sign_in_id', '=', update.signInId)
    .where('ended_at', 'is', null)
    .returning('sign_in_id'),
);

/** Updates a sign-in within a command, whichever step came first. */
export async function forceUpdateSignIn(work: Writer, update: SignInUpdate): Promise<boolean> {
  return (await work.execute(force(update))) !== undefined;
}

const finish = statement<SignInUpdate>('write')((update) =>
  tables
    .updateTable('sign_in')
    // Until it expires the row also prevents a new sign-in under the same id.
    .set({ ...updatedColumns(update), ended_at: update.now })
    .where('bank_id', '=', update.bankId)
    .where('sign_in_id', '=', update.signInId)
    .where('ended_at', 'is', null),
);

/** Ends a sign-in once, whichever step came first, and leaves the row in order to repeat the response. */
export function finishStoredSignIn(work: Writer, update: SignInUpdate): void {
  work.write(finish(update), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

/** A sign-in, and a secret of its browser. */
interface TouchedSignIn extends SignInKey {
  readonly bindingHash: Buffer;
  readonly idleSeconds: number;
  readonly now: Temporal.Instant;
}

const touch = statement<TouchedSignIn>('write')(({ bankId, idleSeconds, now, signInId, bindingHash }) =>
  rawQuery(sql<SignInRow>`
    update identity.sign_in set touched_at = ${now}
     where bank_id = ${bankId} and sign_in_id = ${signInId} and binding_hash = ${bindingHash} and expires_at > ${now}
       and ended_at is null and touched_at >= ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int)
    returning *`),
);

/** Finds a sign-in and records the activity; one that is idle for too long stays idle. */
export async function touchSignIn(db: Autocommit, key: TouchedSignIn): Promise<StoredSignIn | undefined> {
  const row = await db.execute(touch(key));
  return row && toStoredSignIn(row);
}

const consume = statement<TouchedSignIn>('write')(({ bankId, idleSeconds, now, signInId, bindingHash }) =>
  rawQuery(sql<SignInRow>`
    update identity.sign_in set repeats_left = repeats_left - 1
     where bank_id = ${bankId} and sign_in_id = ${signInId}
       and (binding_hash = ${bindingHash} or previous_binding_hash = ${bindingHash})
       and repeats_left > 0 and repeatable_until > ${now} and expires_at > ${now}
       and touched_at >= ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int)
    returning *`),
);

/**
 * Counts one more submission with the secret of the current page or the page before, and returns the row to compare it
 * with. Undefined when no submission is left.
 */
export async function consumeRepeat(
  db: Autocommit,
  repeat: TouchedSignIn,
): Promise<StoredSignIn | undefined> {
  const row = await db.execute(consume(repeat));
  return row && toStoredSignIn(row);
}

const end = statement<SignInKey>('write')(({ bankId, signInId }) =>
  tables.deleteFrom('sign_in').where('bank_id', '=', bankId).where('sign_in_id', '=', signInId),
);

/** Deletes the row of a WebAuthn ceremony, which is used once. */
export function deleteSignIn(work: Writer, key: SignInKey): void {
  work.write(end(key), { rows: { count: 1, otherwise: standardProblems.conflict } });
}
