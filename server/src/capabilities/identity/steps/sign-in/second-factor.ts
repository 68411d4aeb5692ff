import {
  codeLimitOf,
  hasToken,
  type PassedFactor,
  sendContactCode,
  sendOtp,
  verifyOathOtp,
  verifyOtp,
} from '#capabilities/authorization/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { codesPerSignInMax, phoneConfirmValidityMinutes } from '../../domain/policy.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { type MetLimit, metLimit } from '../../domain/sign-in/limit.ts';
import { nextState, type SignInState } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import {
  type FactorChoice,
  type SecondFactor,
  type SignInNotice,
  secondFactors,
} from '../../domain/sign-in/view.ts';
import { isCooling, type User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { findUser } from '../../store/users.store.ts';
import { finishSignIn } from './finish.ts';
import type { SignInTransition } from './transition.ts';

const shownDigits = 2;

/** Returns the number for codes. A user whom the bank registered verifies the number on file with the first code. */
function provingPhone({ profile, state }: User, first: SignInState['first']): string | undefined {
  const isActivating = state === 'pending' && first?.kind === 'temporary' && first.channel === 'activation';
  return profile.phone ?? (isActivating ? profile.openPhone : undefined);
}

/**
 * Lists the second factors of a user, the strongest first. The two factors must differ in kind and in medium: after a
 * temporary password by SMS, a code by SMS adds nothing.
 */
export async function factorChoices(
  ctx: Context & IdentityPorts,
  user: User,
  first: SignInState['first'],
): Promise<readonly FactorChoice[]> {
  const { bankId, clock, db } = ctx;
  const { userId } = user;
  const [passkeys, isTokenThere] = await Promise.all([
    listPasskeys(db, { bankId, userId }),
    hasToken(ctx, { userId }),
  ]);
  const phone = provingPhone(user, first);
  const isSameWay = first?.kind === 'temporary' && first.channel === 'sms';
  return [
    ...(passkeys.length > 0 ? [{ factor: 'passkey' } as const] : []),
    ...(isTokenThere ? [{ factor: 'totp' } as const] : []),
    ...(phone === undefined || isCooling(user, clock.now()) || isSameWay
      ? []
      : [{ factor: 'sms', ending: phone.slice(-shownDigits) } as const]),
  ];
}

/** Starts a second factor: the requested one, or the strongest. */
export async function beginFactor(
  transition: SignInTransition,
  user: User,
  request: { readonly factor?: SecondFactor | undefined; readonly notice?: SignInNotice } = {},
): Promise<StepResult> {
  const { ctx, live } = transition;
  const { state } = live;
  const choices = await factorChoices(ctx, user, state.first);
  const factor = (choices.find((choice) => choice.factor === request.factor) ?? choices[0])?.factor;
  switch (factor) {
    case undefined:
      return transition.updateAndCommit(nextState(state, { step: 'no-factor' }));
    case 'passkey':
      return transition.updateAndCommit(await passkeyState(transition, user));
    case 'totp':
      return transition.updateAndCommit(nextState(state, { step: 'code', factor }));
    case 'sms':
      return transition.updateAndCommit(await smsState(transition, user, request.notice));
  }
}

async function passkeyState({ ctx, live }: SignInTransition, { userId }: User): Promise<SignInState> {
  const { bankId, db, passkeys } = ctx;
  const { challenge, options } = await passkeys.beginUse(await listPasskeys(db, { bankId, userId }));
  return nextState(live.state, { step: 'passkey', factor: 'passkey', challenge, options });
}

/** Sends an SMS code to the verified number, or to the one that a new user has to verify. */
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

/** A code that was sent before stays usable; without one the customer has to wait. */
function limitedState(state: SignInState, limit: MetLimit): SignInState {
  const step = state.verificationId === undefined ? 'throttled' : 'code';
  return nextState(state, { step, factor: 'sms', limit });
}

/** Sends a code. If the limit is reached, the customer waits; a code that was sent before stays valid. */
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
    const noticeMember = notice === undefined ? {} : { notice };
    return nextState(state, {
      step: 'code',
      factor: 'sms',
      verificationId,
      codesSent: state.codesSent + 1,
      ...noticeMember,
    });
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'too-many') return refusedState(ctx, state, error);
    throw error;
  }
}

/** Wait after a refusal without a time. */
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

/** Starts the second factor again after a pause: at once if there is one, else by a choice. */
export async function resumeFactor(transition: SignInTransition): Promise<StepResult> {
  const { ctx, live } = transition;
  const { factor, first, userId, verificationId } = live.state;
  // A code that was sent before is still valid.
  if (factor === 'sms' && verificationId !== undefined)
    return transition.updateAndCommit(nextState(live.state, { step: 'code' }));
  const user = userId === undefined ? undefined : await findUser(ctx.db, ctx, userId);
  const choices = user === undefined ? [] : await factorChoices(ctx, user, first);
  return user !== undefined && choices.length === 1
    ? beginFactor(transition, user)
    : transition.updateAndCommit(nextState(live.state, { step: 'method' }));
}

/** Processes the choice of a second factor, or the request for another code. */
export async function submitMethod(transition: SignInTransition, notice?: SignInNotice): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const { factor, first, userId } = live.state;
  const user = first === undefined || userId === undefined ? undefined : await findUser(ctx.db, ctx, userId);
  if (user === undefined) return unchanged;
  const requested = notice === undefined ? factorIn(fields.get('factor')) : factor;
  return beginFactor(transition, user, { factor: requested, ...(notice === undefined ? {} : { notice }) });
}

function factorIn(submitted: string | undefined): SecondFactor | undefined {
  return secondFactors.find((factor) => factor === submitted);
}

const wellFormed = /^[0-9]{6,8}$/;

/** Processes a code. Authorization verifies and counts it, like all codes. */
export async function submitCode(transition: SignInTransition): Promise<StepResult | Finished> {
  const { ctx, fields, live } = transition;
  const { state } = live;
  const otp = latinDigits(fields.get('code') ?? '');
  const { userId } = state;
  if (userId === undefined || state.first === undefined) return unchanged;
  if (!wellFormed.test(otp))
    return transition.updateAndCommit(nextState(state, { error: otp === '' ? 'required' : 'code-wrong' }));
  const verified = await verifyCode(ctx, state, { otp, userId });
  if ('step' in verified) return transition.updateAndCommit(verified);
  const user = await findUser(ctx.db, ctx, userId);
  return user === undefined ? unchanged : finishSignIn(transition, { user, factor: verified });
}

async function verifyCode(
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
    if (error instanceof Problem) return stateAfterProblem(ctx, state, error);
    throw error;
  }
}

function stateAfterProblem({ clock }: Context, state: SignInState, problem: Problem): SignInState {
  const { kind } = problem.entry;
  if (kind === 'too-many') {
    const seconds = problem.more.retryAfterSeconds ?? 60;
    return nextState(state, { step: 'locked', lockedUntil: clock.now().add({ seconds }).toString() });
  }
  if (kind !== 'refused' && kind !== 'invalid') throw problem;
  const isWrong = problem.literal === 'bad-otp' || kind === 'invalid';
  return nextState(state, { error: isWrong ? 'code-wrong' : 'code-over' });
}

/** Normalizes digits of any script, and removes spaces between them. */
function latinDigits(text: string): string {
  return Array.from(text.slice(0, 40).normalize('NFKC'))
    .filter((sign) => !/[\s\p{Cf}\-]/v.test(sign))
    .map((sign) => (/\p{Nd}/v.test(sign) ? digitOf(sign) : sign))
    .join('');
}

/** Unicode encodes the ten digits of a script consecutively, after a code point that is not a digit. */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/v.test(String.fromCodePoint(point - value - 1))) return String(value);
  }
  return sign;
}
