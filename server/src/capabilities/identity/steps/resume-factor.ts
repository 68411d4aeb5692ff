import { nextState } from '../domain/sign-in/state.ts';
import type { StepResult } from '../domain/sign-in/step-result.ts';
import { findUser } from '../store/users.store.ts';
import { beginFactor } from './begin-factor.ts';
import { factorChoices } from './factor-choices.ts';
import type { SignInTransition } from './sign-in-transition.ts';

/** Asks for the second factor again after a pause: at once where there is one way, by a choice where there are several. */
export async function resumeFactor(transition: SignInTransition): Promise<StepResult> {
  const { ctx, live } = transition;
  const { factor, first, userId, verificationId } = live.state;
  // A code that was sent before is still good.
  if (factor === 'sms' && verificationId !== undefined)
    return transition.go(nextState(live.state, { step: 'code' }));
  const user = userId === undefined ? undefined : await findUser(ctx.db, ctx, userId);
  const choices = user === undefined ? [] : await factorChoices(ctx, user, first);
  return user !== undefined && choices.length === 1
    ? beginFactor(transition, user)
    : transition.go(nextState(live.state, { step: 'method' }));
}
