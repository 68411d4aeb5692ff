import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { type SignInKey, type SignInRow, type StoredSignIn, toStoredSignIn } from './sign-ins.store.ts';
import { written } from './tables.ts';

/** A form, and the secret it was submitted with. */
export interface FormKey extends SignInKey {
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
  written(sql<SignInRow>`
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
  written(sql`
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

interface Repeat extends SignInKey {
  readonly bindingHash: Buffer;
  readonly idleSeconds: number;
  readonly now: Temporal.Instant;
}

const consume = statement<Repeat>('write')(({ bankId, idleSeconds, now, signInId, bindingHash }) =>
  written(sql<SignInRow>`
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
export async function consumeRepeat(db: Autocommit, repeat: Repeat): Promise<StoredSignIn | undefined> {
  const row = await db.execute(consume(repeat));
  return row && toStoredSignIn(row);
}
