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
import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import { answerProofValidity, codesPerSignInMax, phoneConfirmValidityMinutes } from '../../domain/policy.ts';
import { opensCode } from '../../domain/recovery.ts';
import type { SignInEvent } from '../../domain/sign-in/event.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { metLimit } from '../../domain/sign-in/limit.ts';
import { type FirstProof, type Proven, provenIn, type SignInState } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import {
  type FactorChoice,
  type SecondFactor,
  type SignInNotice,
  secondFactors,
} from '../../domain/sign-in/view.ts';
import { latinDigits } from '../../domain/typed-code.ts';
import { isCooling, type User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { findUser } from '../../store/users.store.ts';
import { finishSignIn } from './finish.ts';
import type { SignInTransition } from './live-sign-in.ts';

const shownDigits = 2;

/** Returns the number for codes. A user whom the bank registered verifies the number on file with the first code. */
function provingPhone({ profile, state }: User, first: FirstProof): string | undefined {
  const isActivating = state === 'pending' && first.kind === 'temporary' && first.channel === 'activation';
  return profile.phone ?? (isActivating ? profile.openPhone : undefined);
}

/**
 * Lists the second factors of a user, the strongest first. The two factors must differ in kind and in medium: after a
 * temporary password by SMS, a code by SMS adds nothing, unless right security answers have opened it.
 */
export async function factorChoices(
  ctx: Context & IdentityPorts,
  user: User,
  first: FirstProof,
): Promise<readonly FactorChoice[]> {
  const { bankId, clock, db } = ctx;
  const { userId } = user;
  const isSameWay = first.kind === 'temporary' && first.channel === 'sms';
  const [passkeys, isTokenThere, validMinutes] = await Promise.all([
    listPasskeys(db, { bankId, userId }),
    hasToken(ctx, { userId }),
    isSameWay ? findPolicy(db, ctx, answerProofValidity) : 0,
  ]);
  const phone = provingPhone(user, first);
  const isBarred = isSameWay && !opensCode(user, { now: clock.now(), validMinutes });
  return [
    ...(passkeys.length > 0 ? [{ factor: 'passkey' } as const] : []),
    ...(isTokenThere ? [{ factor: 'totp' } as const] : []),
    ...(phone === undefined || isCooling(user, clock.now()) || isBarred
      ? []
      : [{ factor: 'sms', ending: phone.slice(-shownDigits) } as const]),
  ];
}

/** Starts a second factor: the requested one, or the strongest. */
async function beginFactor(
  transition: SignInTransition,
  user: User,
  request: { readonly factor?: SecondFactor | undefined; readonly notice?: SignInNotice } = {},
): Promise<StepResult> {
  const { ctx, state } = transition;
  const proven = provenIn(state);
  if (proven === undefined) return unchanged;
  const choices = await factorChoices(ctx, user, proven.first);
  const factor = (choices.find((choice) => choice.factor === request.factor) ?? choices[0])?.factor;
  switch (factor) {
    case undefined:
      return transition.apply({ kind: 'factor-missing' });
    case 'passkey':
      return transition.apply(await requestPasskey(ctx, user));
    case 'totp':
      return transition.apply({ kind: 'token-requested' });
    case 'sms':
      return transition.apply(await requestCode(transition, { proven, state, user, notice: request.notice }));
  }
}

async function requestPasskey(
  { bankId, db, passkeys }: SignInTransition['ctx'],
  { userId }: User,
): Promise<SignInEvent> {
  const { challenge, options } = await passkeys.beginUse(await listPasskeys(db, { bankId, userId }));
  return { kind: 'passkey-requested', challenge, options };
}

interface CodeRequest {
  readonly proven: Proven;
  readonly state: SignInState;
  readonly user: User;
  readonly notice: SignInNotice | undefined;
}

/** Sends a code, unless a limit is reached. */
async function requestCode(transition: SignInTransition, request: CodeRequest): Promise<SignInEvent> {
  const { ctx } = transition;
  const { notice, proven, state, user } = request;
  if (state.codesSent >= codesPerSignInMax)
    return { kind: 'code-not-sent', limit: { limit: 'sign-in', reason: 'codes-of-sign-in' } };
  try {
    return { kind: 'code-sent', verificationId: await sendCode(transition, proven, user), notice };
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'too-many') return codeNotSent(ctx, error);
    throw error;
  }
}

/**
 * Sends an SMS code to the verified number, or to the one that a new user has to verify; in the language of the page, if the
 * user has none yet.
 */
async function sendCode(
  { browserInfo, ctx }: SignInTransition,
  { first }: Proven,
  user: User,
): Promise<string> {
  const codes = { ...ctx, ...ctx.authorization };
  const { openPhone, phone } = user.profile;
  const language = user.profile.language ?? browserInfo.language;
  const { userId } = user;
  if (phone === undefined && openPhone !== undefined) {
    const validFor = { minutes: phoneConfirmValidityMinutes };
    return sendContactCode(codes, { userId, channel: 'sms', contact: openPhone, language, validFor });
  }
  return sendOtp(codes, {
    channel: 'sms',
    action: first.kind === 'temporary' ? 'password-reset' : 'login',
    message: undefined,
    contact: undefined,
    userName: userId,
    languageDefault: language,
  });
}

/** Wait after a refusal without a time. */
const waitSecondsDefault = 60;

function codeNotSent(ctx: SignInTransition['ctx'], { more }: Problem): SignInEvent {
  const { bankId, clock, log, origin } = ctx;
  const { reason = 'unknown', retryAfterSeconds: seconds = waitSecondsDefault } = more;
  const { operationId, requestId } = origin;
  log.info({ bankId, requestId, operationId, reason }, 'security code not sent');
  const now = clock.now();
  switch (codeLimitOf(more.reason)) {
    case 'second-factors':
      return { kind: 'locked', until: now.add({ seconds }).toString() };
    case 'recipient':
      return { kind: 'code-not-sent', limit: metLimit({ limit: 'number', reason }, seconds, now) };
    case 'shared':
      return { kind: 'code-not-sent', limit: metLimit({ limit: 'bank', reason }, seconds, now) };
  }
}

/** Starts the second factor; if no code can be sent now, the customer chooses how to continue. */
export async function beginFactorOrOffer(transition: SignInTransition, user: User): Promise<StepResult> {
  try {
    return await beginFactor(transition, user);
    // The first factor is already saved.
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'unavailable')
      return transition.apply({ kind: 'factors-offered' });
    throw error;
  }
}

/** Starts the second factor again after a pause: at once if there is one, else by a choice. */
export async function resumeFactor(
  transition: SignInTransition,
  { first, userId }: Proven,
): Promise<StepResult> {
  const { ctx } = transition;
  const user = await findUser(ctx.db, ctx, userId);
  const choices = user === undefined ? [] : await factorChoices(ctx, user, first);
  return user !== undefined && choices.length === 1
    ? beginFactor(transition, user)
    : transition.apply({ kind: 'factors-offered' });
}

/** Processes the choice of a second factor. */
export async function submitMethod(
  transition: SignInTransition<'method' | 'code' | 'passkey'>,
): Promise<StepResult> {
  const { ctx, fields, state } = transition;
  const user = await findUser(ctx.db, ctx, state.userId);
  const factor = secondFactors.find((known) => known === fields.get('factor'));
  return user === undefined ? unchanged : beginFactor(transition, user, { factor });
}

/** Processes the request for another code. */
export async function resendCode(transition: SignInTransition<'code'>): Promise<StepResult> {
  const { ctx, state } = transition;
  const user = await findUser(ctx.db, ctx, state.userId);
  const request = { factor: state.factor, notice: 'code-sent-again' } as const;
  return user === undefined ? unchanged : beginFactor(transition, user, request);
}

const wellFormed = /^[0-9]{6,8}$/;

/** Processes a code. Authorization verifies and counts it, like all codes. */
export async function submitCode(transition: SignInTransition<'code'>): Promise<StepResult | Finished> {
  const { ctx, fields, state } = transition;
  const otp = latinDigits(fields.get('code') ?? '');
  if (otp === '') return transition.apply({ kind: 'field-missing' });
  if (!wellFormed.test(otp)) return transition.apply({ kind: 'code-refused', error: 'code-wrong' });
  const verified = await verifyCode(ctx, state, otp);
  if (verified.kind === 'refused') {
    ctx.metrics?.countOutcome(ctx.bankId, { what: 'sign-in', outcome: 'wrong-factor' });
    return transition.apply(verified.event);
  }
  const user = await findUser(ctx.db, ctx, state.userId);
  return user === undefined ? unchanged : finishSignIn(transition, { user, factor: verified.factor });
}

type VerifiedCode =
  | { readonly kind: 'passed'; readonly factor: PassedFactor }
  | { readonly kind: 'refused'; readonly event: SignInEvent };

async function verifyCode(
  ctx: Context & IdentityPorts,
  state: SignInState<'code'>,
  otp: string,
): Promise<VerifiedCode> {
  const codes = { ...ctx, ...ctx.authorization };
  try {
    if (state.factor === 'totp') {
      await verifyOathOtp(codes, { userName: state.userId, otp });
      return { kind: 'passed', factor: { kind: 'token' } };
    }
    const { verificationId } = state;
    await verifyOtp(codes, { channel: 'sms', verificationId, otp });
    return { kind: 'passed', factor: { kind: 'sms', verificationId } };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'refused', event: codeRefused(ctx, error) };
    throw error;
  }
}

function codeRefused({ clock }: Context, problem: Problem): SignInEvent {
  const { kind } = problem.entry;
  if (kind === 'too-many') {
    const seconds = problem.more.retryAfterSeconds ?? waitSecondsDefault;
    return { kind: 'locked', until: clock.now().add({ seconds }).toString() };
  }
  if (kind !== 'refused' && kind !== 'invalid') throw problem;
  const isWrong = problem.literal === 'bad-otp' || kind === 'invalid';
  return { kind: 'code-refused', error: isWrong ? 'code-wrong' : 'code-over' };
}
