import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SignInEvent } from '../../domain/sign-in/event.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { type MaybeNamed, namedIn } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import type { User } from '../../domain/user.ts';
import { normalizeUsername } from '../../domain/username.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findBrowser } from '../../store/browsers.store.ts';
import { findCredentials } from '../../store/credentials.store.ts';
import { insertLoginEvent } from '../../store/login-events.store.ts';
import { findUser } from '../../store/users.store.ts';
import { type PasswordVerdict, verifyPassword } from '../verify-password.ts';
import { reserveAttemptQuotas } from './attempt-quotas.ts';
import { finishSignIn } from './finish.ts';
import {
  type BrowserInfo,
  type LiveSignIn,
  lookUpUsername,
  type SignInTransition,
  typedIdentifier,
} from './live-sign-in.ts';
import type { SubmittedForm } from './repeat.ts';
import { beginFactor } from './second-factor.ts';

type Ctx = Context & IdentityPorts;
type PasswordKind = 'password' | 'temporary';
type Failure = Exclude<PasswordVerdict, { readonly kind: 'right' }>;

const usernameMax = 1_024;
const secretMax = 1_024;

/** Processes a username. The next step is the same for known and unknown usernames. */
export async function submitUsername(transition: SignInTransition<'identify'>): Promise<StepResult> {
  const { ctx, fields } = transition;
  const typed = typedIdentifier(fields, 'username');
  if (typed === '') return transition.apply({ kind: 'field-missing' });
  const username = normalizeUsername(typed) ?? typed.normalize('NFC').toLowerCase();
  return transition.apply({ kind: 'username-entered', ...(await lookUpUsername(ctx, username)) });
}

/**
 * Processes a password, or a temporary one. From a network with too many failures nothing is compared, and a password
 * that failed for many usernames is refused on browsers without an earlier sign-in.
 */
export async function submitPassword(
  transition: SignInTransition<'password' | 'temporary-password'>,
): Promise<StepResult | Finished> {
  const { ctx, fields, state, browserInfo } = transition;
  const by = state.step === 'password' ? 'password' : 'temporary';
  const secret = typedPassword(fields, by);
  const named = await namedBy(transition);
  const { username } = named;
  if (secret === '' || username === undefined) return transition.apply({ kind: 'field-missing' });
  const attempt = await attemptPassword(ctx, { named, secret, by, browserInfo }, async (work, verdict) => {
    if (verdict.kind !== 'right') return transition.applyIn(work, eventOf(verdict));
    const { user } = verdict;
    audit(work, user.userId);
    const first = await proofOf(ctx, by, verdict);
    const event = { kind: 'password-right', username, userId: user.userId, first } as const;
    const next = await transition.applyAndContinue(work, event);
    return next && { kind: 'right' as const, next, user };
  });
  if (attempt.kind === 'blocked') {
    const limit = {
      limit: 'connection',
      until: attempt.until.toString(),
      reason: 'sign-in-address',
    } as const;
    return transition.apply({ kind: 'limit-met', limit, ...named });
  }
  const { result = unchanged } = attempt;
  return result.kind === 'right' ? continueSignIn(result.next, { user: result.user, by }) : result;
}

/** Returns the username: a customer who follows the link of a message enters it with the temporary password. */
async function namedBy({
  ctx,
  fields,
  state,
}: SignInTransition<'password' | 'temporary-password'>): Promise<MaybeNamed> {
  const typed = fields.get('username')?.trim().slice(0, usernameMax).toLowerCase();
  return state.username !== undefined || !typed ? namedIn(state) : lookUpUsername(ctx, typed);
}

/** Returns the password in a form. Temporary passwords are letters, and customers type them in either case. */
function typedPassword(fields: SignInTransition['fields'], by: PasswordKind): string {
  const typed = (fields.get(by === 'password' ? 'password' : 'temporary-password') ?? '').slice(0, secretMax);
  return by === 'temporary' ? typed.trim().toLowerCase() : typed;
}

function eventOf(verdict: Failure): SignInEvent {
  return verdict.kind === 'wrong'
    ? { kind: 'password-wrong', attemptsLeft: verdict.attemptsLeft }
    : { kind: 'locked', until: verdict.until.toString() };
}

async function proofOf(
  { bankId, clock, db }: Context,
  by: PasswordKind,
  { hash, user }: Extract<PasswordVerdict, { readonly kind: 'right' }>,
): Promise<SignInEvent<'password-right'>['first']> {
  if (by === 'password') return { kind: 'password', hash };
  const { temporary } = await findCredentials(db, { bankId, userId: user.userId, now: clock.now() });
  return { kind: 'temporary', hash, channel: temporary?.channel ?? 'sms' };
}

function audit(work: Work, userId: string): void {
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'password', after: 'right' }],
  });
}

/** Starts the second factor, unless the password is sufficient. */
async function continueSignIn(
  transition: SignInTransition,
  { by, user }: { readonly user: User; readonly by: PasswordKind },
): Promise<StepResult | Finished> {
  if (transition.state.assurance === '1fa' && by === 'password')
    return finishSignIn(transition, { user, factor: undefined });
  try {
    return await beginFactor(transition, user);
    // The right password is already saved; if no code can be sent now, the customer chooses how to continue.
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'unavailable')
      return transition.apply({ kind: 'factors-offered' });
    throw error;
  }
}

interface PasswordAttempt {
  readonly named: MaybeNamed;
  readonly secret: string;
  readonly by: PasswordKind;
  readonly browserInfo: BrowserInfo;
  /** Refuses the attempt whatever the secret is. */
  readonly isVoid?: boolean;
}

type AttemptResult<Result> =
  /** The network has reached its limit: nothing was compared or counted. */
  | { readonly kind: 'blocked'; readonly until: Temporal.Instant }
  | { readonly kind: 'compared'; readonly result: Result };

/**
 * Counts an attempt, compares, and records a failure in the login history together with the caller's changes. Does the
 * same work for an unknown username.
 */
async function attemptPassword<Result>(
  ctx: Ctx,
  { by, isVoid = false, named, secret, browserInfo }: PasswordAttempt,
  onVerdict: (work: Work, verdict: PasswordVerdict) => Promise<Result>,
): Promise<AttemptResult<Result>> {
  const { isPaired, subject, user } = await findSignInUser(ctx, named, browserInfo);
  const quotas = await reserveAttemptQuotas(ctx, { secret, isPaired });
  if (quotas.blockedUntil !== undefined) {
    await quotas.refundAll();
    return { kind: 'blocked', until: quotas.blockedUntil };
  }
  const otherClass = isPaired ? 'paired' : 'other';
  const attempt = {
    user,
    name: named.username ?? '',
    deviceClass: by === 'temporary' ? by : otherClass,
    secret,
    by,
    isVoid: isVoid || quotas.isSprayed,
  } as const;
  const result = await verifyPassword(ctx, attempt, async (work, verdict) => {
    quotas.refund(work, verdict);
    if (verdict.kind !== 'right') recordFailure(ctx, work, { subject, verdict, browserInfo });
    return onVerdict(work, verdict);
  }).catch(async (error: unknown) => {
    await quotas.refundAll();
    throw error;
  });
  return { kind: 'compared', result };
}

/** The user of a password attempt, if known. */
interface SignInUser {
  /** Key under which attempts are counted. */
  readonly subject: string;
  readonly user: User | undefined;
  /** The browser has signed this user in before. */
  readonly isPaired: boolean;
}

/** Finds the user of a sign-in and whether the browser is paired. Takes the same time for an unknown username. */
async function findSignInUser(
  ctx: Ctx,
  named: MaybeNamed,
  { browserSecret }: BrowserInfo,
): Promise<SignInUser> {
  const { bankId, db, identityVault } = ctx;
  // An unknown username is looked up under a key that no user has, so that it takes the same time.
  const subject = named.userId ?? identityVault.unknownUserKey(bankId, named.username ?? '');
  const secretHash = identityVault.secretHash(browserSecret ?? '');
  const [user, browser] = await Promise.all([
    findUser(db, ctx, subject),
    findBrowser(db, { bankId, userId: subject, secretHash }),
  ]);
  return { subject, user, isPaired: browser !== undefined };
}

/** Records a failed password in the login history; for unknown usernames too, so that it takes the same time. */
function recordFailure(
  { bankId, clock, identityVault, ids, origin }: Ctx,
  work: Work,
  failed: { readonly subject: string; readonly verdict: Failure; readonly browserInfo: BrowserInfo },
): void {
  const { subject, verdict, browserInfo } = failed;
  insertLoginEvent(work, identityVault, {
    bankId,
    loginEventId: ids.uuid(virtualShard(bankId, subject)),
    userId: subject,
    result: verdict.kind,
    browserName: browserInfo.browserName,
    sourceAddress: origin.sourceAddress,
    now: clock.now(),
  });
}

/**
 * Counts a password that differs from the one of the first submission as a wrong attempt, without comparing it:
 * otherwise the owner of an old secret could test passwords without being counted. Counts nothing from a network that
 * has reached its limit.
 */
export async function countOtherPassword(
  ctx: Ctx,
  { fields, browserInfo }: SubmittedForm,
  { previousStep, state }: LiveSignIn,
): Promise<void> {
  const isPassword = previousStep === 'password' || previousStep === 'temporary-password';
  if (!isPassword || fields.get('step') !== previousStep) return;
  const by = previousStep === 'password' ? 'password' : 'temporary';
  const secret = typedPassword(fields, by);
  const attempt = { named: namedIn(state), secret, by, browserInfo, isVoid: true } as const;
  await attemptPassword(ctx, attempt, async () => undefined);
}
