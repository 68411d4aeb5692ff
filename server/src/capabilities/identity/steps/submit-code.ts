import { type PassedFactor, verifyOathOtp, verifyOtp } from '#capabilities/authorization/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import type { Finished } from '../domain/sign-in/finished.ts';
import { nextState, type SignInState } from '../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../domain/sign-in/step-result.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findUser } from '../store/users.store.ts';
import { finishSignIn } from './finish-sign-in.ts';
import type { SignInTransition } from './sign-in-transition.ts';

const wellFormed = /^[0-9]{6,8}$/;

/** Somebody types a code. It is judged, and counted, where all codes are. */
export async function submitCode(transition: SignInTransition): Promise<StepResult | Finished> {
  const { ctx, fields, live } = transition;
  const { state } = live;
  const otp = latinDigits(fields.get('code') ?? '');
  const { userId } = state;
  if (userId === undefined || state.first === undefined) return unchanged;
  if (!wellFormed.test(otp))
    return transition.go(nextState(state, { fault: otp === '' ? 'required' : 'code-wrong' }));
  const judged = await judge(ctx, state, { otp, userId });
  if ('step' in judged) return transition.go(judged);
  const user = await findUser(ctx.db, ctx, userId);
  return user === undefined ? unchanged : finishSignIn(transition, { user, factor: judged });
}

async function judge(
  ctx: Context & IdentityPorts,
  state: SignInState,
  { otp, userId }: { readonly otp: string; readonly userId: string },
): Promise<PassedFactor | SignInState> {
  const codes = { ...ctx, ...ctx.authorization };
  try {
    if (state.factor === 'totp') {
      await verifyOathOtp(codes, { userName: userId, otp });
      return { kind: 'token' };
    }
    const { verificationId = '' } = state;
    await verifyOtp(codes, { channel: 'sms', verificationId, otp });
    return { kind: 'sms', verificationId };
  } catch (error) {
    if (error instanceof Problem) return refused(ctx, state, error);
    throw error;
  }
}

function refused({ clock }: Context, state: SignInState, problem: Problem): SignInState {
  const { kind } = problem.entry;
  if (kind === 'too-many') {
    const seconds = problem.more.retryAfterSeconds ?? 60;
    return nextState(state, { step: 'locked', lockedUntil: clock.now().add({ seconds }).toString() });
  }
  if (kind !== 'refused' && kind !== 'invalid') throw problem;
  const isWrong = problem.literal === 'bad-otp' || kind === 'invalid';
  return nextState(state, { fault: isWrong ? 'code-wrong' : 'code-over' });
}

/** Whatever digits a keyboard has, and the spaces people put between them. */
function latinDigits(text: string): string {
  return Array.from(text.slice(0, 40).normalize('NFKC'))
    .filter((sign) => !/[\s\p{Cf}\-]/v.test(sign))
    .map((sign) => (/\p{Nd}/v.test(sign) ? digitOf(sign) : sign))
    .join('');
}

/** Unicode keeps the ten digits of every script side by side, from a code point whose neighbour before is none. */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/v.test(String.fromCodePoint(point - value - 1))) return String(value);
  }
  return sign;
}
