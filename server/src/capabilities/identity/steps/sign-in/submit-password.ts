import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type DeviceClass, thirdPartyClass } from '../../domain/login-attempts.ts';
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
import { readStandIn } from '../../store/stand-in-user.ts';
import { findUser } from '../../store/users.store.ts';
import { type PasswordVerdict, verifyPassword } from '../verify-password.ts';
import { reserveAttemptQuotas, type UsedUpQuota } from './attempt-quotas.ts';
import { finishSignIn } from './finish.ts';
import {
  type BrowserInfo,
  type LiveSignIn,
  lookUpUsername,
  type SignInTransition,
  typedIdentifier,
} from './live-sign-in.ts';
import type { SubmittedForm } from './repeat.ts';
import { beginFactorOrOffer } from './second-factor.ts';

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
  const source = { kind: 'browser', browserInfo } as const;
  const attempt = await attemptPassword(ctx, { named, secret, by, source }, async (work, verdict) => {
    if (verdict.kind !== 'right') return transition.applyIn(work, eventOf(verdict));
    const { user } = verdict;
    audit(work, user.userId);
    const first = await proofOf(ctx, by, verdict);
    const event = { kind: 'password-right', username, userId: user.userId, first } as const;
    const next = await transition.applyAndContinue(work, event);
    return next && { kind: 'right' as const, next, user };
  });
  if (attempt.kind === 'blocked') {
    const { scope, until } = attempt.quota;
    const limit = { limit: 'connection', until: until.toString(), reason: scope } as const;
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

/** Starts the second factor, unless the password is sufficient, alone or with the verified code of a device. */
async function continueSignIn(
  transition: SignInTransition,
  { by, user }: { readonly user: User; readonly by: PasswordKind },
): Promise<StepResult | Finished> {
  const { state } = transition;
  const deviceCode = state.step === 'method' ? state.deviceCode : undefined;
  if (deviceCode !== undefined)
    return finishSignIn(transition, { user, factor: { kind: 'device-code', ...deviceCode } });
  if (state.assurance === '1fa' && by === 'password')
    return finishSignIn(transition, { user, factor: undefined });
  return beginFactorOrOffer(transition, user);
}

/** Where a password comes from: a browser, or a third party that passes it on. */
export type PasswordSource =
  | { readonly kind: 'browser'; readonly browserInfo: BrowserInfo }
  | { readonly kind: 'third-party'; readonly tppId: string };

export interface PasswordAttempt {
  readonly named: MaybeNamed;
  readonly secret: string;
  readonly by: PasswordKind;
  readonly source: PasswordSource;
  /** Refuses the attempt whatever the secret is. */
  readonly isVoid?: boolean;
}

export type AttemptResult<Result> =
  /** A limit is reached: nothing was compared or counted. */
  | { readonly kind: 'blocked'; readonly quota: UsedUpQuota }
  | { readonly kind: 'compared'; readonly result: Result };

/**
 * Counts an attempt, compares, and records a failure in the login history together with the caller's changes. Does the
 * same work for an unknown username.
 */
export async function attemptPassword<Result>(
  ctx: Ctx,
  { by, isVoid = false, named, secret, source }: PasswordAttempt,
  onVerdict: (work: Work, verdict: PasswordVerdict) => Promise<Result>,
): Promise<AttemptResult<Result>> {
  const { isPaired, subject, user } = await findAttemptUser(ctx, named, source);
  const thirdParty = source.kind === 'third-party' ? { tppId: source.tppId, counterKey: subject } : undefined;
  const quotas = await reserveAttemptQuotas(ctx, { secret, isPaired, thirdParty });
  if (quotas.blocked !== undefined) {
    await quotas.refundAll();
    ctx.metrics?.countOutcome(ctx.bankId, { what: 'sign-in', outcome: 'limited' });
    return { kind: 'blocked', quota: quotas.blocked };
  }
  const attempt = {
    user,
    name: named.username ?? '',
    deviceClass: by === 'temporary' ? by : deviceClassOf(source, isPaired),
    secret,
    by,
    isVoid: isVoid || quotas.isSprayed,
  } as const;
  let isCompared = false;
  const result = await verifyPassword(ctx, attempt, async (work, verdict) => {
    isCompared = true;
    quotas.refund(work, verdict);
    if (verdict.kind !== 'right') recordFailure(ctx, work, { subject, verdict, source });
    return onVerdict(work, verdict);
  }).catch(async (error: unknown) => {
    // An error afterwards refunds nothing: a caller could cause one and compare without being counted.
    if (!isCompared) await quotas.refundAll();
    throw error;
  });
  return { kind: 'compared', result };
}

function deviceClassOf(source: PasswordSource, isPaired: boolean): DeviceClass {
  if (source.kind === 'third-party') return thirdPartyClass(source.tppId);
  return isPaired ? 'paired' : 'other';
}

/** The user of a password attempt, if known. */
interface AttemptUser {
  /** Key under which attempts are counted. */
  readonly subject: string;
  readonly user: User | undefined;
  /** The browser has signed this user in before. */
  readonly isPaired: boolean;
}

/** Finds the user of an attempt and whether the browser is paired. Takes the same time for an unknown username. */
async function findAttemptUser(ctx: Ctx, named: MaybeNamed, source: PasswordSource): Promise<AttemptUser> {
  const { bankId, db, identityVault } = ctx;
  // An unknown username is looked up under a key that no user has, so that it takes the same time.
  const subject = named.userId ?? identityVault.unknownUserKey(bankId, named.username ?? '');
  const [user, isPaired] = await Promise.all([findUser(db, ctx, subject), hasSignedIn(ctx, source, subject)]);
  if (user === undefined) readStandIn(ctx);
  return { subject, user, isPaired };
}

/** Returns whether a browser has signed this user in before. No third party has. */
async function hasSignedIn(
  { bankId, db, identityVault }: Ctx,
  source: PasswordSource,
  userId: string,
): Promise<boolean> {
  if (source.kind === 'third-party') return false;
  const secretHash = identityVault.secretHash(source.browserInfo.browserSecret ?? '');
  return (await findBrowser(db, { bankId, userId, secretHash })) !== undefined;
}

/** Records a failed password in the login history; for unknown usernames too, so that it takes the same time. */
function recordFailure(
  { bankId, clock, identityVault, ids, origin }: Ctx,
  work: Work,
  failed: { readonly subject: string; readonly verdict: Failure; readonly source: PasswordSource },
): void {
  const { source, subject, verdict } = failed;
  insertLoginEvent(work, identityVault, {
    bankId,
    loginEventId: ids.uuid(virtualShard(bankId, subject)),
    userId: subject,
    result: verdict.kind,
    browserName: source.kind === 'browser' ? source.browserInfo.browserName : source.tppId,
    sourceAddress: origin.sourceAddress,
    now: clock.now(),
  });
  work.count({ what: 'sign-in', outcome: verdict.kind === 'wrong' ? 'wrong-password' : 'locked' });
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
  const source = { kind: 'browser', browserInfo } as const;
  const attempt = { named: namedIn(state), secret, by, source, isVoid: true } as const;
  await attemptPassword(ctx, attempt, async () => undefined);
}
