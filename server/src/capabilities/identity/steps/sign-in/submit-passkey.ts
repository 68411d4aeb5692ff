import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Passkey } from '../../domain/passkey.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { nextState, type SignInState } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import { isActive, type User } from '../../domain/user.ts';
import { userHandle } from '../../engine/passkeys/user-handle.ts';
import { userEvent } from '../../events.ts';
import { deletePasskey, findPasskey, listPasskeys } from '../../store/passkeys.store.ts';
import { findUser } from '../../store/users.store.ts';
import { finishSignIn, type UsedPasskey } from './finish.ts';
import type { SignInTransition } from './transition.ts';

/**
 * Processes a passkey: in place of username and password, or after them. Every error gives the same response, and the
 * next attempt has a new challenge.
 */
export async function submitPasskey(transition: SignInTransition): Promise<StepResult | Finished> {
  const { ctx, fields, live } = transition;
  const found = await passkeyIn(transition, fields.get('passkey') ?? '');
  if (found === undefined) return failed(transition);
  const { passkey, user } = found;
  const outcome = await ctx.passkeys.verifyUse({
    response: fields.get('passkey') ?? '',
    challenge: live.state.challenge ?? '',
    passkey,
    userHandles: [userHandle(ctx.identityVault.userHandleKey(ctx.bankId), user.userId)],
  });
  if (outcome.kind === 'cloned') return removeClone(transition, passkey);
  if (outcome.kind !== 'used') return failed(transition);
  const used: UsedPasskey = {
    kind: 'passkey',
    passkeyId: passkey.passkeyId,
    countBefore: passkey.signCount,
    countAfter: outcome.newSignCount,
    isBackedUp: outcome.isBackedUp,
  };
  try {
    return await finishSignIn(transition, { user, factor: used });
    // Two concurrent uses have the same count: one of them is refused.
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'conflict') return unchanged;
    throw error;
  }
}

/**
 * Deletes a cloned passkey and notifies its owner. The same response submitted twice is not a clone: only the
 * submission that advances the sign-in counts.
 */
async function removeClone(
  transition: SignInTransition,
  { passkeyId, userId }: Passkey,
): Promise<StepResult> {
  const { ctx } = transition;
  const { bankId, log } = ctx;
  const next = await failedState(transition);
  return runCommand(ctx, async (work) => {
    const result = await transition.update(work, next);
    const isRemoved = result.isFurther && (await deletePasskey(work, { bankId, userId, passkeyId }));
    if (isRemoved) {
      log.warn({ bankId }, 'cloned passkey removed');
      work.emit(userEvent('passkeyRemoved', userId, { reason: passkeyId }));
    }
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'passkey', after: isRemoved ? 'cloned' : 'refused' }],
    });
    return result;
  });
}

/** Finds the passkey of a response, if this sign-in accepts it. */
async function passkeyIn(
  { ctx, live }: SignInTransition,
  response: string,
): Promise<{ readonly passkey: Passkey; readonly user: User } | undefined> {
  const { bankId, db, passkeys } = ctx;
  const { challenge, first, step, userId } = live.state;
  const claimed = passkeys.credentialIn(response);
  if (claimed === undefined || challenge === undefined) return undefined;
  const passkey = await findPasskey(db, { bankId, credentialId: claimed.credentialId });
  if (passkey === undefined) return undefined;
  const isExpected = step === 'identify' || (first !== undefined && passkey.userId === userId);
  if (!isExpected) return undefined;
  const user = await findUser(db, ctx, passkey.userId);
  return user === undefined || !isActive(user) ? undefined : { passkey, user };
}

async function failed(transition: SignInTransition): Promise<StepResult> {
  return transition.updateAndCommit(await failedState(transition));
}

/** Returns the same page with a new challenge. */
async function failedState(transition: SignInTransition): Promise<SignInState> {
  const { ctx, live } = transition;
  const { bankId, db, passkeys } = ctx;
  const { first, step, userId } = live.state;
  const known =
    step === 'passkey' && first !== undefined && userId !== undefined
      ? await listPasskeys(db, { bankId, userId })
      : [];
  const { challenge, options } = await passkeys.beginUse(known.length === 0 ? undefined : known);
  return nextState(live.state, { challenge, options, error: 'passkey-failed' });
}
