import { consumeFactor, type PassedFactor } from '#capabilities/authorization/index.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { type FinishedSignIn, firstState, nextState, type SignInState } from '../../domain/sign-in/state.ts';
import type { StepResult } from '../../domain/sign-in/step-result.ts';
import { isActive, isCooling, stateAfterProof, type User } from '../../domain/user.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findBrowser, updateBrowserSecret, upsertBrowser } from '../../store/browsers.store.ts';
import { findCredentials } from '../../store/credentials.store.ts';
import { insertLoginEvent } from '../../store/login-events.store.ts';
import { updatePasskeyUse } from '../../store/passkeys.store.ts';
import { insertSession } from '../../store/sessions.store.ts';
import { lockUser, updateLastLogin, updateUser } from '../../store/users.store.ts';
import { toFinished } from './result.ts';
import type { SignInTransition } from './transition.ts';

export interface UsedPasskey {
  readonly kind: 'passkey';
  readonly passkeyId: string;
  readonly countBefore: number;
  readonly countAfter: number;
  readonly isBackedUp: boolean;
}

interface Proven {
  readonly user: User;
  /** The last verified factor; absent where the password alone is sufficient. */
  readonly factor: PassedFactor | UsedPasskey | undefined;
}

/** Lifetime of the authorization server's own sessions, and of a session on the bank's page. */
const sessionSeconds = { client: 43_200, page: 900 } as const;

/**
 * Finishes a sign-in: consumes the verified factor, pairs the browser, opens a session, and ends the sign-in in one
 * transaction. In a recovery it does not sign the user in but leads to the form for a new password.
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
  const signedIn = toFinished(ctx, {
    finished,
    signInId: live.signInId,
    nextSecret: transition.form.nextSecret,
  });
  return runCommand(ctx, async (work) => {
    const user = await lockUser(work, ctx, userId);
    const isProven =
      user !== undefined && mayFinish(transition, user) && (await isStillProven(transition, work));
    const isUsed = isProven && (await consumeSignInFactor(transition, work, { ...proven, user }));
    audit(work, userId, isUsed ? 'signed-in' : 'refused');
    if (user === undefined || !isUsed)
      return transition.update(work, nextState(live.state, { error: 'code-over' }));
    if (user.state === 'pending') activate(ctx, work, user);
    if (live.state.first?.kind === 'temporary')
      return transition.forceUpdate(
        work,
        nextState(live.state, { step: 'new-password', isFactorPassed: true }),
      );
    transition.finish(work, endedState(live.state, finished));
    updateLastLogin(work, { bankId, userId, now });
    saveLanguage(transition, work, user);
    await pairBrowser(transition, work, { user, browserSecret: signedIn.browserSecret });
    openSession(ctx, work, {
      userId,
      transition,
      assurance: signedIn.assurance,
      sessionSecret: signedIn.sessionSecret,
    });
    return signedIn;
  });
}

/** Drops the verified factors from the state. */
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
    browserName: transition.browserInfo.browserName,
    network: networkOfOrigin(origin),
  };
}

/** Returns whether the user may finish; a pending user may only choose a password. */
function mayFinish({ live }: SignInTransition, user: User): boolean {
  return isActive(user) || (user.state === 'pending' && live.state.first?.kind === 'temporary');
}

/** Activates a new user: the temporary password verified the e-mail address, the code verified the number. */
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
  updateUser(work, { ...ctx, now: ctx.clock.now() }, { ...user, profile, state });
  if (state === 'active') work.emit(userEvent('activated', user.userId));
}

/** Returns whether the first factor is still valid: a changed password invalidates sign-ins that used the old one. */
async function isStillProven({ ctx, live }: SignInTransition, work: Work): Promise<boolean> {
  const { first, userId = '' } = live.state;
  if (first === undefined || first.kind === 'session') return true;
  const { bankId, clock } = ctx;
  const { passwordHash, temporary } = await findCredentials(work, { bankId, userId, now: clock.now() });
  return first.hash === (first.kind === 'password' ? passwordHash : temporary?.hash);
}

async function consumeSignInFactor(
  { ctx, live }: SignInTransition,
  work: Work,
  { factor, user }: Proven,
): Promise<boolean> {
  const { bankId, clock } = ctx;
  if (factor === undefined) return true;
  if (factor.kind === 'passkey') {
    updatePasskeyUse(work, { ...factor, bankId, now: clock.now() });
    return true;
  }
  // A code that was sent to the previous number is refused: the number may have been changed for a reason.
  if (factor.kind === 'sms' && isCooling(user, clock.now())) return false;
  const usedFor = `sign-in ${live.signInId}`;
  return consumeFactor({ ...ctx, ...ctx.authorization }, work, { factor, userId: user.userId, usedFor });
}

const methodNames = { sms: 'sms', token: 'otp' } as const;

/** Returns the assurance and the methods. A passkey counts as two factors: possession, and biometrics or knowledge. */
function strengthOf({ live }: SignInTransition, { factor }: Proven): Pick<Finished, 'assurance' | 'methods'> {
  // A session that is stepped up started with a password: no weaker session exists.
  const first = live.state.first === undefined ? [] : ['pwd'];
  if (factor === undefined) return { assurance: '1fa', methods: first };
  const second = factor.kind === 'passkey' ? ['hwk', 'user'] : [methodNames[factor.kind]];
  return { assurance: 'sca', methods: [...first, ...second] };
}

/** Saves the language of the first sign-in for messages, until the user chooses another one. */
function saveLanguage({ ctx, browserInfo: { language } }: SignInTransition, work: Work, user: User): void {
  if (language === undefined || user.profile.language !== undefined) return;
  const now = ctx.clock.now();
  updateUser(work, { ...ctx, now }, { ...user, lastLoginAt: now, profile: { ...user.profile, language } });
}

async function pairBrowser(
  { ctx, browserInfo }: SignInTransition,
  work: Work,
  { browserSecret, user }: { readonly user: User; readonly browserSecret: string },
): Promise<void> {
  const { bankId, clock, identityVault, ids, origin } = ctx;
  const { userId } = user;
  const shard = virtualShard(bankId, userId);
  const secretHash = identityVault.secretHash(browserSecret);
  const { browserName } = browserInfo;
  const oldHash = identityVault.secretHash(browserInfo.browserSecret ?? '');
  const known = await findBrowser(work, { bankId, userId, secretHash: oldHash });
  updateBrowserSecret(work, { bankId, oldHash, secretHash });
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
  // The first sign-in needs no notice.
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
  const { assurance, sessionSecret, transition, userId } = opened;
  const { browserName, clientName } = transition.browserInfo;
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
