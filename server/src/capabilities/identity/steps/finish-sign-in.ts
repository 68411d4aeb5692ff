import { type PassedFactor, useFactor } from '#capabilities/authorization/index.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finished } from '../domain/sign-in/finished.ts';
import { type FinishedSignIn, firstState, nextState, type SignInState } from '../domain/sign-in/state.ts';
import type { StepResult } from '../domain/sign-in/step-result.ts';
import { isActive, isCooling, stateAfterProof, type User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findBrowser, renewBrowser, upsertBrowser } from '../store/browsers.store.ts';
import { findCredentials } from '../store/credentials.store.ts';
import { insertLoginEvent } from '../store/login-events.store.ts';
import { usePasskey } from '../store/passkeys.store.ts';
import { insertSession } from '../store/sessions.store.ts';
import { lockUser, recordLogin, saveUser } from '../store/users.store.ts';
import { finishedOf } from './finished-of.ts';
import type { SignInTransition } from './sign-in-transition.ts';

export interface UsedPasskey {
  readonly kind: 'passkey';
  readonly passkeyId: string;
  readonly countBefore: number;
  readonly countAfter: number;
  readonly isBackedUp: boolean;
}

interface Proven {
  readonly user: User;
  /** What was proven last; absent where the password alone will do. */
  readonly factor: PassedFactor | UsedPasskey | undefined;
}

/** As long as the server's own sessions last, and as long as a visit to the bank's page. */
const sessionSeconds = { client: 43_200, page: 900 } as const;

/**
 * Lets somebody in: uses up what was proven, remembers the browser, and ends the sign-in, all or nothing. Whoever
 * recovers is not let in but may now choose a new password.
 */
export async function finishSignIn(
  transition: SignInTransition,
  proven: Proven,
): Promise<StepResult | Finished> {
  const { ctx, live } = transition;
  const { bankId, clock } = ctx;
  const now = clock.now();
  const { userId } = proven.user;
  const finished = finishedBy(transition, proven);
  const answer = finishedOf(ctx, {
    finished,
    signInId: live.signInId,
    nextSecret: transition.form.nextSecret,
  });
  return runCommand(ctx, async (work) => {
    const user = await lockUser(work, ctx, userId);
    const isGood =
      user !== undefined && mayFinish(transition, user) && (await isStillProven(transition, work));
    const isUsed = isGood && (await isUsedUp(transition, work, { ...proven, user }));
    audit(work, userId, isUsed ? 'signed-in' : 'refused');
    if (user === undefined || !isUsed)
      return transition.move(work, nextState(live.state, { fault: 'code-over' }));
    if (user.state === 'pending') activate(ctx, work, user);
    if (live.state.first?.kind === 'temporary')
      return transition.moveAnyway(
        work,
        nextState(live.state, { step: 'new-password', isFactorPassed: true }),
      );
    transition.end(work, endedState(live.state, finished));
    recordLogin(work, { bankId, userId, now });
    keepLanguage(transition, work, user);
    await rememberBrowser(transition, work, { user, browserSecret: answer.browserSecret });
    openSession(ctx, work, {
      userId,
      transition: transition,
      assurance: answer.assurance,
      sessionSecret: answer.sessionSecret,
    });
    return answer;
  });
}

/** Nothing is kept of what was proven. */
function endedState(state: SignInState, finished: FinishedSignIn): SignInState {
  const { step, username = '' } = state;
  return firstState(state, { step, username, userId: finished.userId, finished });
}

function finishedBy(transition: SignInTransition, proven: Proven): FinishedSignIn {
  const { clock, origin } = transition.ctx;
  return {
    userId: proven.user.userId,
    ...strengthOf(transition, proven),
    at: clock.now().toString(),
    browserName: transition.visitor.browserName,
    network: networkOfOrigin(origin),
  };
}

/** Whoever is new comes only as far as choosing a password. */
function mayFinish({ live }: SignInTransition, user: User): boolean {
  return isActive(user) || (user.state === 'pending' && live.state.first?.kind === 'temporary');
}

/** A new user has shown what came to the address, and what came to the number: both are proven. */
function activate(ctx: Context & IdentityPorts, work: Work, user: User): void {
  const { email, openEmail, openPhone, phone } = user.profile;
  const profile = {
    ...user.profile,
    email: email ?? openEmail,
    phone: phone ?? openPhone,
    openEmail: undefined,
    openPhone: undefined,
  };
  const state = stateAfterProof({ ...user, profile });
  saveUser(work, { ...ctx, now: ctx.clock.now() }, { ...user, profile, state });
  if (state === 'active') work.emit(userEvent('activated', user.userId));
}

/** Whoever changes the password shuts out everybody who has only got as far as the old one. */
async function isStillProven({ ctx, live }: SignInTransition, work: Work): Promise<boolean> {
  const { first, userId = '' } = live.state;
  if (first === undefined || first.kind === 'session') return true;
  const { bankId, clock } = ctx;
  const { passwordHash, temporary } = await findCredentials(work, { bankId, userId, now: clock.now() });
  return first.hash === (first.kind === 'password' ? passwordHash : temporary?.hash);
}

async function isUsedUp(
  { ctx, live }: SignInTransition,
  work: Work,
  { factor, user }: Proven,
): Promise<boolean> {
  const { bankId, clock } = ctx;
  if (factor === undefined) return true;
  if (factor.kind === 'passkey') {
    usePasskey(work, { ...factor, bankId, now: clock.now() });
    return true;
  }
  // A code that went to the number before opens nothing: whoever changed it may have had a reason.
  if (factor.kind === 'sms' && isCooling(user, clock.now())) return false;
  const usedFor = `sign-in ${live.signInId}`;
  return useFactor({ ...ctx, ...ctx.authorization }, work, { factor, userId: user.userId, usedFor });
}

const methodNames = { sms: 'sms', token: 'otp' } as const;

/** A passkey is two things at once: something one has, opened by something one is or knows. */
function strengthOf({ live }: SignInTransition, { factor }: Proven): Pick<Finished, 'assurance' | 'methods'> {
  // A session that is made stronger began with a password: nothing weaker than that is ever opened.
  const first = live.state.first === undefined ? [] : ['pwd'];
  if (factor === undefined) return { assurance: '1fa', methods: first };
  const second = factor.kind === 'passkey' ? ['hwk', 'user'] : [methodNames[factor.kind]];
  return { assurance: 'sca', methods: [...first, ...second] };
}

/** Messages are written in the language in which somebody first came in, until they say otherwise. */
function keepLanguage({ ctx, visitor: { language } }: SignInTransition, work: Work, user: User): void {
  if (language === undefined || user.profile.language !== undefined) return;
  const now = ctx.clock.now();
  saveUser(work, { ...ctx, now }, { ...user, lastLoginAt: now, profile: { ...user.profile, language } });
}

async function rememberBrowser(
  { ctx, visitor }: SignInTransition,
  work: Work,
  { browserSecret, user }: { readonly user: User; readonly browserSecret: string },
): Promise<void> {
  const { bankId, clock, identityVault, ids, origin } = ctx;
  const { userId } = user;
  const shard = virtualShard(bankId, userId);
  const secretHash = identityVault.secretHash(browserSecret);
  const { browserName } = visitor;
  const oldHash = identityVault.secretHash(visitor.browserSecret ?? '');
  const known = await findBrowser(work, { bankId, userId, secretHash: oldHash });
  renewBrowser(work, { bankId, oldHash, secretHash });
  upsertBrowser(work, {
    bankId,
    userId,
    secretHash,
    browserId: ids.uuid(shard),
    name: browserName,
    now: clock.now(),
  });
  insertLoginEvent(work, identityVault, {
    bankId,
    loginEventId: ids.uuid(shard),
    userId,
    result: 'signed-in',
    browserName,
    sourceAddress: origin.sourceAddress,
    now: clock.now(),
  });
  // The very first sign-in surprises nobody.
  if (known === undefined && user.lastLoginAt !== undefined)
    work.emit(userEvent('signedIn', userId, { reason: browserName }));
}

function openSession(
  { bankId, clock, identityVault, ids }: Context & IdentityPorts,
  work: Work,
  opened: {
    readonly userId: string;
    readonly assurance: '1fa' | 'sca';
    readonly transition: SignInTransition;
    readonly sessionSecret: string;
  },
): void {
  const { assurance, sessionSecret, transition: turn, userId } = opened;
  const { browserName, clientName } = turn.visitor;
  const now = clock.now();
  const isPage = clientName === undefined;
  insertSession(work, {
    bankId,
    sessionId: ids.uuid(virtualShard(bankId, userId)),
    userId,
    secretHash: isPage ? identityVault.secretHash(sessionSecret) : undefined,
    clientName,
    browserName,
    assurance,
    authenticatedAt: now,
    seenAt: now,
    expiresAt: now.add({ seconds: isPage ? sessionSeconds.page : sessionSeconds.client }),
  });
}

function audit(work: Work, userId: string, result: string): void {
  work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [{ field: 'sign-in', after: result }] });
}
