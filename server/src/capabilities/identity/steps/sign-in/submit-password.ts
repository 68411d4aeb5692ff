import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { firstState, nextState, type SignInState } from '../../domain/sign-in/state.ts';
import { further, type StepResult } from '../../domain/sign-in/step-result.ts';
import type { User } from '../../domain/user.ts';
import { normalizeUsername } from '../../domain/username.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findCredentials } from '../../store/credentials.store.ts';
import { type PasswordVerdict, verifyPassword } from '../verify-password.ts';
import { reserveAttemptQuotas } from './attempt-quotas.ts';
import { finishSignIn } from './finish.ts';
import { findSignInUser, recordFailure, typedPassword } from './password-attempt.ts';
import { beginFactor } from './second-factor.ts';
import { lookUpUsername } from './state.ts';
import type { SignInTransition } from './transition.ts';

const typedMax = 254;

/** Processes a username. The next step is the same for known and unknown usernames. */
export async function submitUsername(transition: SignInTransition): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const typed = (fields.get('username') ?? '').trim().slice(0, typedMax);
  if (typed === '') return transition.updateAndCommit(nextState(live.state, { error: 'required' }));
  const username = normalizeUsername(typed) ?? typed.normalize('NFC').toLowerCase();
  const known = await lookUpUsername(ctx, username);
  return transition.updateAndCommit(firstState(live.state, { step: 'password', ...known }));
}

const usernameMax = 1_024;
/** The number of attempts left is shown from here on. */
const attemptsShownMax = 3;

/**
 * Processes a password, or a temporary one. From a network with too many failures nothing is compared, and a password
 * that failed for many usernames is refused on browsers without an earlier sign-in.
 */
export async function submitPassword(
  submitted: SignInTransition,
  by: 'password' | 'temporary',
): Promise<StepResult | Finished> {
  const transition = await withUsername(submitted);
  const { ctx, fields, live, browserInfo } = transition;
  const { state } = live;
  const secret = typedPassword(fields, by);
  if (secret === '' || state.username === undefined)
    return transition.updateAndCommit(nextState(submitted.live.state, { error: 'required' }));
  const { isPaired, subject, user } = await findSignInUser(transition);
  const quotas = await reserveAttemptQuotas(ctx, { secret, isPaired });
  if (quotas.blockedUntil !== undefined) {
    await quotas.refundAll();
    const until = quotas.blockedUntil.toString();
    const limit = { limit: 'connection', until, reason: 'sign-in-address' } as const;
    return transition.updateAndCommit(nextState(state, { step: 'throttled', limit }));
  }
  const attempt = {
    user,
    name: state.username,
    deviceClass: by === 'temporary' ? by : isPaired ? 'paired' : 'other',
    secret,
    by,
    isVoid: quotas.isSprayed,
  } as const;
  const [next, result] = await verifyPassword(ctx, attempt, async (work, verdict) => {
    quotas.refund(work, verdict);
    if (verdict.kind === 'right') audit(work, verdict.user.userId);
    else recordFailure(ctx, work, { subject, verdict, browserName: browserInfo.browserName });
    // After a wrong password the username may be wrong as well; the page asks for it again.
    const from = verdict.kind === 'right' ? state : submitted.live.state;
    const reached = await stateAfter(ctx, from, { verdict, by });
    const isRight = verdict.kind === 'right';
    return [
      reached,
      await (isRight ? transition.updateAndContinue(work, reached) : transition.update(work, reached)),
    ] as const;
  }).catch(async (error: unknown) => {
    await quotas.refundAll();
    throw error;
  });
  return user === undefined || !result.isFurther ? result : continueSignIn(transition.after(next), user);
}

/**
 * Returns the transition with the username of the form: a customer who follows the link of a message enters it together
 * with the temporary password.
 */
async function withUsername(transition: SignInTransition): Promise<SignInTransition> {
  const { ctx, fields, live } = transition;
  const typed = fields.get('username')?.trim().slice(0, usernameMax).toLowerCase();
  if (live.state.username !== undefined || !typed) return transition;
  const state = nextState(live.state, await lookUpUsername(ctx, typed));
  return { ...transition, live: { ...live, state } };
}

/** Starts the second factor, unless the password is sufficient. */
async function continueSignIn(transition: SignInTransition, user: User): Promise<StepResult | Finished> {
  const { assurance, first } = transition.live.state;
  if (first === undefined) return further;
  return assurance === '1fa' && first.kind === 'password'
    ? finishSignIn(transition, { user, factor: undefined })
    : factorOrPause(transition, user);
}

/** The right password is already saved; if no code can be sent now, the customer chooses how to continue. */
async function factorOrPause(transition: SignInTransition, user: User): Promise<StepResult> {
  try {
    return await beginFactor(transition, user);
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'unavailable')
      return transition.updateAndCommit(transition.live.state);
    throw error;
  }
}

function audit(work: Work, userId: string): void {
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'password', after: 'right' }],
  });
}

async function stateAfter(
  ctx: Context & IdentityPorts,
  state: SignInState,
  { by, verdict }: { readonly verdict: PasswordVerdict; readonly by: 'password' | 'temporary' },
): Promise<SignInState> {
  switch (verdict.kind) {
    case 'right':
      return nextState(state, {
        step: 'method',
        userId: verdict.user.userId,
        first:
          by === 'password'
            ? { kind: 'password', hash: verdict.hash }
            : { kind: 'temporary', ...(await sentBy(ctx, verdict)) },
      });
    case 'wrong':
      return nextState(state, {
        error: 'wrong',
        ...(verdict.attemptsLeft <= attemptsShownMax ? { attemptsLeft: verdict.attemptsLeft } : {}),
      });
    case 'locked':
      return nextState(state, { step: 'locked', lockedUntil: verdict.until.toString() });
  }
}

/** Returns how the temporary password was delivered: the second factor must use another medium. */
async function sentBy(
  { bankId, clock, db }: Context,
  { hash, user }: Extract<PasswordVerdict, { readonly kind: 'right' }>,
): Promise<{ readonly hash: string; readonly channel: 'sms' | 'email' | 'activation' }> {
  const { temporary } = await findCredentials(db, { bankId, userId: user.userId, now: clock.now() });
  return { hash, channel: temporary?.channel ?? 'sms' };
}
