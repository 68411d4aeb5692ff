import { runCommand } from '#platform/work/command.ts';
import { firstState, nextState } from '../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../domain/sign-in/step-result.ts';
import { isActive, type User } from '../domain/user.ts';
import { consumeTemporaryPassword } from '../store/credentials.store.ts';
import { findUser, lockUser } from '../store/users.store.ts';
import { isOwnPassword } from './is-own-password.ts';
import { replacePassword } from './replace-password.ts';
import type { SignInTransition } from './sign-in-transition.ts';
import { validateNewPassword } from './validate-new-password.ts';

const secretMax = 1_024;

/** Whoever has shown a temporary password and a second factor. */
async function recoveredUser({ ctx, live }: SignInTransition): Promise<User | undefined> {
  const { isFactorPassed = false, userId } = live.state;
  return userId === undefined || !isFactorPassed ? undefined : findUser(ctx.db, ctx, userId);
}

/** Somebody who has recovered chooses a new password, and then signs in with it. */
export async function submitNewPassword(transition: SignInTransition): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const { bankId, clock, passkeys, passwordHasher } = ctx;
  const { first } = live.state;
  const user = await recoveredUser(transition);
  if (user === undefined || first?.kind !== 'temporary') return unchanged;
  const wished = (fields.get('new-password') ?? '').slice(0, secretMax);
  const faults = [
    ...validateNewPassword(ctx, user, wished),
    ...(wished === (fields.get('repeat-password') ?? '') ? [] : (['passwords-differ'] as const)),
    ...((await isOwnPassword(ctx, user, wished)) ? (['same-as-existing'] as const) : []),
  ];
  if (faults.length > 0) return transition.go(nextState(live.state, { newPasswordFaults: faults }));
  const hash = await passwordHasher.hash(bankId, wished);
  const { challenge, options } = await passkeys.beginUse(undefined);
  return runCommand(ctx, async (work) => {
    const held = await lockUser(work, ctx, user.userId);
    const key = { bankId, userId: user.userId, hash: first.hash, now: clock.now() };
    const again = { challenge, options };
    if (held === undefined || !isActive(held) || !(await consumeTemporaryPassword(work, key))) {
      work.audit({
        aggregateKind: 'user',
        aggregateId: user.userId,
        changes: [{ field: 'password', after: 'refused' }],
      });
      return transition.move(work, firstState(live.state, { ...again, fault: 'code-over' }));
    }
    await replacePassword(ctx, work, { user: held, hash, isReset: true, keptSignInAt: undefined });
    const next = { ...again, username: user.username, notice: 'password-changed' } as const;
    return transition.move(work, firstState(live.state, next));
  });
}
