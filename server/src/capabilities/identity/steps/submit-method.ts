import { type StepResult, unchanged } from '../domain/sign-in/step-result.ts';
import { type SecondFactor, type SignInNotice, secondFactors } from '../domain/sign-in/view.ts';
import { findUser } from '../store/users.store.ts';
import { beginFactor } from './begin-factor.ts';
import type { SignInTransition } from './sign-in-transition.ts';

/** Somebody who has proved one thing chooses how to prove the other, or wants another code. */
export async function submitMethod(transition: SignInTransition, notice?: SignInNotice): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const { factor, first, userId } = live.state;
  const user = first === undefined || userId === undefined ? undefined : await findUser(ctx.db, ctx, userId);
  if (user === undefined) return unchanged;
  const wished = notice === undefined ? factorIn(fields.get('factor')) : factor;
  return beginFactor(transition, user, { factor: wished, ...(notice === undefined ? {} : { notice }) });
}

function factorIn(word: string | undefined): SecondFactor | undefined {
  return secondFactors.find((factor) => factor === word);
}
