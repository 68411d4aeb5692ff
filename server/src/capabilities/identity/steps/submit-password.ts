import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finished } from '../domain/sign-in/finished.ts';
import { nextState, type SignInState } from '../domain/sign-in/state.ts';
import { further, type StepResult } from '../domain/sign-in/step-result.ts';
import type { User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findCredentials } from '../store/credentials.store.ts';
import { beginFactor } from './begin-factor.ts';
import { findSignInUser } from './find-sign-in-user.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { knownByName } from './known-by-name.ts';
import { recordFailure } from './record-failure.ts';
import { reserveBudgets } from './reserve-budgets.ts';
import type { SignInTransition } from './sign-in-transition.ts';
import { typedPassword } from './typed-password.ts';
import { type PasswordVerdict, verifyPassword } from './verify-password.ts';

const usernameMax = 1_024;
/** How many attempts are left is said when it becomes serious, and not before. */
const attemptsToTell = 3;

/**
 * Somebody gives a password, or a temporary one. From an address where much failed lately nothing is looked at, and a
 * password that failed for many names opens nothing where nobody has signed in before.
 */
export async function submitPassword(
  given: SignInTransition,
  by: 'password' | 'temporary',
): Promise<StepResult | Finished> {
  const turn = await named(given);
  const { ctx, fields, live, visitor } = turn;
  const { state } = live;
  const secret = typedPassword(fields, by);
  if (secret === '' || state.username === undefined)
    return turn.go(nextState(given.live.state, { fault: 'required' }));
  const { isPaired, subject, user } = await findSignInUser(turn);
  const budgets = await reserveBudgets(ctx, { secret, isPaired });
  if (budgets.floodedUntil !== undefined) {
    await budgets.release();
    const until = budgets.floodedUntil.toString();
    const limit = { limit: 'connection', until, reason: 'sign-in-address' } as const;
    return turn.go(nextState(state, { step: 'throttled', limit }));
  }
  const asked = {
    user,
    name: state.username,
    deviceClass: by === 'temporary' ? by : isPaired ? 'paired' : 'other',
    secret,
    by,
    isVoid: budgets.isSprayed,
  } as const;
  const [next, moved] = await verifyPassword(ctx, asked, async (work, verdict) => {
    budgets.settle(work, verdict);
    if (verdict.kind === 'right') audit(work, verdict.user.userId);
    else recordFailure(ctx, work, { subject, verdict, browserName: visitor.browserName });
    // A name that came with a wrong password may be the wrong one; it is asked for again.
    const from = verdict.kind === 'right' ? state : given.live.state;
    const reached = await stateAfter(ctx, from, { verdict, by });
    const isRight = verdict.kind === 'right';
    return [reached, await (isRight ? turn.moveWithin(work, reached) : turn.move(work, reached))] as const;
  }).catch(async (error: unknown) => {
    await budgets.release();
    throw error;
  });
  return user === undefined || !moved.isFurther ? moved : goOn(turn.after(next), user);
}

/** Whoever comes by the link of a message says the name together with the temporary password. */
async function named(transition: SignInTransition): Promise<SignInTransition> {
  const { ctx, fields, live } = transition;
  const typed = fields.get('username')?.trim().slice(0, usernameMax).toLowerCase();
  if (live.state.username !== undefined || !typed) return transition;
  const state = nextState(live.state, await knownByName(ctx, typed));
  return { ...transition, live: { ...live, state } };
}

/** After the first proof comes the second, unless the first will do. */
async function goOn(transition: SignInTransition, user: User): Promise<StepResult | Finished> {
  const { assurance, first } = transition.live.state;
  if (first === undefined) return further;
  return assurance === '1fa' && first.kind === 'password'
    ? finishSignIn(transition, { user, factor: undefined })
    : factorOrPause(transition, user);
}

/** The password was right and that is saved; where a code cannot be sent now, somebody chooses how to go on. */
async function factorOrPause(transition: SignInTransition, user: User): Promise<StepResult> {
  try {
    return await beginFactor(transition, user);
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'unavailable')
      return transition.go(transition.live.state);
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
        fault: 'wrong',
        ...(verdict.attemptsLeft <= attemptsToTell ? { attemptsLeft: verdict.attemptsLeft } : {}),
      });
    case 'locked':
      return nextState(state, { step: 'locked', lockedUntil: verdict.until.toString() });
  }
}

/** By which way the temporary password came, for the second factor must come by another. */
async function sentBy(
  { bankId, clock, db }: Context,
  { hash, user }: Extract<PasswordVerdict, { readonly kind: 'right' }>,
): Promise<{ readonly hash: string; readonly channel: 'sms' | 'email' | 'activation' }> {
  const { temporary } = await findCredentials(db, { bankId, userId: user.userId, now: clock.now() });
  return { hash, channel: temporary?.channel ?? 'sms' };
}
