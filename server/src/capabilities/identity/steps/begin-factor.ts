import { codeLimitOf, sendContactCode, sendOtp } from '#capabilities/authorization/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { codesPerSignInMax, phoneConfirmValidityMinutes } from '../domain/policy.ts';
import { type MetLimit, metLimit } from '../domain/sign-in/limit.ts';
import { nextState, type SignInState } from '../domain/sign-in/state.ts';
import type { StepResult } from '../domain/sign-in/step-result.ts';
import type { SecondFactor, SignInNotice } from '../domain/sign-in/view.ts';
import type { User } from '../domain/user.ts';
import { listPasskeys } from '../store/passkeys.store.ts';
import { factorChoices } from './factor-choices.ts';
import type { SignInTransition } from './sign-in-transition.ts';

/** Asks for a second factor: the one that was wished for, or the safest there is. */
export async function beginFactor(
  transition: SignInTransition,
  user: User,
  wish: { readonly factor?: SecondFactor | undefined; readonly notice?: SignInNotice } = {},
): Promise<StepResult> {
  const { ctx, live } = transition;
  const { state } = live;
  const choices = await factorChoices(ctx, user, state.first);
  const factor = (choices.find((choice) => choice.factor === wish.factor) ?? choices[0])?.factor;
  switch (factor) {
    case undefined:
      return transition.go(nextState(state, { step: 'no-factor' }));
    case 'passkey':
      return transition.go(await passkeyState(transition, user));
    case 'totp':
      return transition.go(nextState(state, { step: 'code', factor }));
    case 'sms':
      return transition.go(await smsState(transition, user, wish.notice));
  }
}

async function passkeyState({ ctx, live }: SignInTransition, { userId }: User): Promise<SignInState> {
  const { bankId, db, passkeys } = ctx;
  const { challenge, options } = await passkeys.beginUse(await listPasskeys(db, { bankId, userId }));
  return nextState(live.state, { step: 'passkey', factor: 'passkey', challenge, options });
}

/** By SMS: to the number on file, or to the one that a new user is to prove. */
async function sendCode(ctx: SignInTransition['ctx'], state: SignInState, user: User): Promise<string> {
  const codes = { ...ctx, ...ctx.authorization };
  const { language, openPhone, phone } = user.profile;
  const { userId } = user;
  if (phone === undefined && openPhone !== undefined) {
    const validFor = { minutes: phoneConfirmValidityMinutes };
    return sendContactCode(codes, { userId, channel: 'sms', contact: openPhone, language, validFor });
  }
  return sendOtp(codes, {
    channel: 'sms',
    action: state.first?.kind === 'temporary' ? 'password-reset' : 'login',
    message: undefined,
    contact: undefined,
    userName: userId,
  });
}

/** A code that was sent before can still be typed; without one there is only to wait. */
function limitedState(state: SignInState, limit: MetLimit): SignInState {
  const step = state.verificationId === undefined ? 'throttled' : 'code';
  return nextState(state, { step, factor: 'sms', limit });
}

/** Sends a code. Where none may be sent now, the customer waits; a code that was sent before stays valid. */
async function smsState(
  { ctx, live }: SignInTransition,
  user: User,
  notice: SignInNotice | undefined,
): Promise<SignInState> {
  const { state } = live;
  if (state.codesSent >= codesPerSignInMax)
    return limitedState(state, { limit: 'sign-in', reason: 'codes-of-sign-in' });
  try {
    const verificationId = await sendCode(ctx, state, user);
    const said = notice === undefined ? {} : { notice };
    return nextState(state, {
      step: 'code',
      factor: 'sms',
      verificationId,
      codesSent: state.codesSent + 1,
      ...said,
    });
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'too-many') return refusedState(ctx, state, error);
    throw error;
  }
}

/** How long a refusal lasts that does not say so. */
const waitSecondsDefault = 60;

function refusedState(ctx: SignInTransition['ctx'], state: SignInState, { more }: Problem): SignInState {
  const { bankId, clock, log, origin } = ctx;
  const { reason = 'unknown', retryAfterSeconds: seconds = waitSecondsDefault } = more;
  const { operationId, requestId } = origin;
  log.info({ bankId, requestId, operationId, reason }, 'security code not sent');
  const now = clock.now();
  switch (codeLimitOf(more.reason)) {
    case 'second-factors':
      return nextState(state, { step: 'locked', lockedUntil: now.add({ seconds }).toString() });
    case 'recipient':
      return limitedState(state, metLimit({ limit: 'number', reason }, seconds, now));
    case 'shared':
      return limitedState(state, metLimit({ limit: 'bank', reason }, seconds, now));
  }
}
