import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Passkey } from '../../domain/passkey.ts';
import type { SignInEvent } from '../../domain/sign-in/event.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import { isActive, type User } from '../../domain/user.ts';
import { userHandle } from '../../engine/passkeys/user-handle.ts';
import { userEvent } from '../../events.ts';
import { deletePasskey, findPasskey, listPasskeys } from '../../store/passkeys.store.ts';
import { findUser } from '../../store/users.store.ts';
import { finishSignIn, type UsedPasskey } from './finish.ts';
import type { SignInTransition } from './live-sign-in.ts';

type PasskeyTransition = SignInTransition<'identify' | 'passkey'>;

/**
 * Processes a passkey: in place of username and password, or after them. Every error gives the same response, and the
 * next attempt has a new challenge.
 */
export async function submitPasskey(transition: PasskeyTransition): Promise<StepResult | Finished> {
  const { ctx, fields, state } = transition;
  const found = await passkeyIn(transition, fields.get('passkey') ?? '');
  if (found === undefined) return transition.apply(await refusal(transition));
  const { passkey, user } = found;
  const outcome = await ctx.passkeys.verifyUse({
    response: fields.get('passkey') ?? '',
    challenge: state.challenge,
    passkey,
    userHandles: [userHandle(ctx.identityVault.userHandleKey(ctx.bankId), user.userId)],
  });
  if (outcome.kind === 'cloned') return removeClone(transition, passkey);
  if (outcome.kind !== 'used') return transition.apply(await refusal(transition));
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
  transition: PasskeyTransition,
  { passkeyId, userId }: Passkey,
): Promise<StepResult> {
  const { ctx } = transition;
  const { bankId, log } = ctx;
  const event = await refusal(transition);
  return runCommand(ctx, async (work) => {
    const result = await transition.applyIn(work, event);
    const isRemoved = result.hasAdvanced && (await deletePasskey(work, { bankId, userId, passkeyId }));
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
  { ctx, state }: PasskeyTransition,
  response: string,
): Promise<{ readonly passkey: Passkey; readonly user: User } | undefined> {
  const { bankId, db, passkeys } = ctx;
  const claimed = passkeys.credentialIn(response);
  if (claimed === undefined) return undefined;
  const passkey = await findPasskey(db, { bankId, credentialId: claimed.credentialId });
  if (passkey === undefined) return undefined;
  if (state.step === 'passkey' && passkey.userId !== state.userId) return undefined;
  const user = await findUser(db, ctx, passkey.userId);
  return user === undefined || !isActive(user) ? undefined : { passkey, user };
}

/** Counts a refused passkey, and returns its event with the challenge of the next attempt. */
async function refusal({ ctx, state }: PasskeyTransition): Promise<SignInEvent> {
  const { bankId, db, metrics, passkeys } = ctx;
  metrics?.countOutcome(bankId, { what: 'sign-in', outcome: 'wrong-factor' });
  const known = state.step === 'passkey' ? await listPasskeys(db, { bankId, userId: state.userId }) : [];
  const { challenge, options } = await passkeys.beginUse(known.length === 0 ? undefined : known);
  return { kind: 'passkey-refused', challenge, options };
}
