import { type Moved, unmoved } from '../domain/sign-in/moved.ts';
import { type SecondFactor, type SignInNotice, secondFactors } from '../domain/sign-in/view.ts';
import { findUser } from '../store/users.store.ts';
import { beginFactor } from './begin-factor.ts';
import type { Turn } from './sign-in-turn.ts';

/** Somebody who has proved one thing chooses how to prove the other, or wants another code. */
export async function takeMethod(turn: Turn, notice?: SignInNotice): Promise<Moved> {
  const { ctx, fields, live } = turn;
  const { factor, first, userId } = live.state;
  const user = first === undefined || userId === undefined ? undefined : await findUser(ctx.db, ctx, userId);
  if (user === undefined) return unmoved;
  const wished = notice === undefined ? factorIn(fields.get('factor')) : factor;
  return beginFactor(turn, user, { factor: wished, ...(notice === undefined ? {} : { notice }) });
}

function factorIn(word: string | undefined): SecondFactor | undefined {
  return secondFactors.find((factor) => factor === word);
}
