import { Temporal } from 'temporal-polyfill';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { Context } from '#platform/work/context.ts';
import { pollWithoutSlot } from '#platform/work/poll-without-slot.ts';
import { formLockSeconds, signInIdleSeconds } from '../../domain/policy.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { type ComparedForm, decideRepeat, type RepeatDecision } from '../../domain/sign-in/repeat.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { consumeRepeat, findSignIn, type StoredSignIn } from '../../store/sign-ins.store.ts';
import { type BrowserInfo, type LiveSignIn, readSignIn, toLiveSignIn } from './live-sign-in.ts';
import { findOffered } from './offer.ts';
import { repeatFinished } from './result.ts';

type Ctx = Context & IdentityPorts;

/** A submitted form of a sign-in, with the values derived from it and from its secret. */
export interface SubmittedForm {
  readonly signInId: string;
  readonly secret: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly browserInfo: BrowserInfo;
  readonly bindingHash: Buffer;
  readonly formHash: Buffer;
  /** Opens the next page: always the same for the same form and secret. */
  readonly nextSecret: string;
  /** The CSRF token in the form belongs to the secret. */
  readonly isTokenOfSecret: boolean;
}

/** The response to a form that was submitted again. */
export type RepeatOutcome =
  | Finished
  | { readonly kind: 'continues'; readonly secret: string | undefined }
  | { readonly kind: 'forged' }
  | { readonly kind: 'over' }
  | { readonly kind: 'busy' }
  /** The first submission has no result: this one is processed. */
  | { readonly kind: 'take' }
  /** A different form than the one that the secret was used for. */
  | { readonly kind: 'other-form'; readonly live: LiveSignIn };

/** Longer than a form is locked: if an instance has crashed, the waiting one processes the form. */
const waitMaxMs = (formLockSeconds + 2) * 1_000;

/**
 * Responds to a form that is not accepted as a new one. The same form gets the response of the first submission, also
 * while that is still being processed. Every submission is counted before it is compared.
 */
export async function repeatSignIn(ctx: Ctx, form: SubmittedForm): Promise<RepeatOutcome> {
  const { bankId, clock, db } = ctx;
  const { signInId, bindingHash } = form;
  const now = clock.now();
  const row = await consumeRepeat(db, { bankId, signInId, bindingHash, idleSeconds: signInIdleSeconds, now });
  if (row === undefined) return refused(ctx, form);
  const decision = decideRepeat(compared(ctx, form, row));
  if (decision !== 'wait') return responders[decision](ctx, form, row);
  const waited = await pollWithoutSlot(ctx.slot, waitMaxMs, async () => afterWait(ctx, form));
  return waited ?? { kind: 'busy' };
}

/** Returns the response once the first submission has one; undefined while it is processed. */
async function afterWait(ctx: Ctx, form: SubmittedForm): Promise<RepeatOutcome | undefined> {
  const { bankId, db } = ctx;
  const row = await findSignIn(db, { bankId, signInId: form.signInId });
  if (row === undefined) return { kind: 'over' };
  const decision = decideRepeat(compared(ctx, form, row));
  return decision === 'wait' ? undefined : responders[decision](ctx, form, row);
}

/** No repeat is left, or the form is not a repeat. */
async function refused(
  ctx: Ctx,
  { isTokenOfSecret, secret, signInId }: SubmittedForm,
): Promise<RepeatOutcome> {
  const live =
    (await readSignIn(ctx, { signInId, secret })) ?? (await findOffered(ctx, { signInId, secret }));
  return live === undefined || isTokenOfSecret ? { kind: 'over' } : { kind: 'forged' };
}

function isEqual(one: Buffer | undefined, other: Buffer): boolean {
  return one !== undefined && equalBytes(one, other);
}

function secretIn(row: StoredSignIn, bindingHash: Buffer): ComparedForm['secret'] {
  if (isEqual(row.bindingHash, bindingHash)) return 'present';
  return isEqual(row.previousBindingHash, bindingHash) ? 'previous' : 'other';
}

function compared({ clock }: Ctx, form: SubmittedForm, row: StoredSignIn): ComparedForm {
  const isLast = isEqual(row.formHash, form.formHash);
  const superseded = row.supersededForms.get(form.formHash.toString('hex'));
  const lockedUntil = isLast ? row.formLockedUntil : superseded;
  const isLocked = lockedUntil !== undefined && Temporal.Instant.compare(clock.now(), lockedUntil) < 0;
  return {
    secret: secretIn(row, form.bindingHash),
    isTokenOfSecret: form.isTokenOfSecret,
    isSameForm: isLast || (superseded !== undefined && isLocked),
    isLocked,
    isEnded: row.endedAt !== undefined,
  };
}

type Respond = (ctx: Ctx, form: SubmittedForm, row: StoredSignIn) => Promise<RepeatOutcome>;

const responders: Readonly<Record<Exclude<RepeatDecision, 'wait'>, Respond>> = {
  take: async () => ({ kind: 'take' }),
  forged: async () => ({ kind: 'forged' }),
  over: async () => ({ kind: 'over' }),
  reload: async () => ({ kind: 'continues', secret: undefined }),
  async 'next-secret'({ identityVault }, { nextSecret }, row) {
    const isNext = isEqual(row.bindingHash, identityVault.secretHash(nextSecret));
    return isNext ? { kind: 'continues', secret: nextSecret } : { kind: 'over' };
  },
  async finished(ctx, { nextSecret, secret, browserInfo }, row) {
    return repeatFinished(ctx, { browserInfo, secrets: [secret, nextSecret] }, row) ?? { kind: 'over' };
  },
  async 'other-form'(ctx, _form, row) {
    const live = toLiveSignIn(ctx, row);
    return live === undefined ? { kind: 'over' } : { kind: 'other-form', live };
  },
};
