import { consumeFactor, type PassedFactor } from '#capabilities/authorization/index.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { type DeviceCode, provenIn, type SignInState } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import { nextState } from '../../domain/sign-in/transitions.ts';
import { isActive, isCooling, stateAfterProof, type User } from '../../domain/user.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findBrowser, updateBrowserSecret, upsertBrowser } from '../../store/browsers.store.ts';
import { findCredentials } from '../../store/credentials.store.ts';
import { findLoginOwner } from '../../store/linked-logins.store.ts';
import { insertLoginEvent } from '../../store/login-events.store.ts';
import { updatePasskeyUse } from '../../store/passkeys.store.ts';
import { insertSession } from '../../store/sessions.store.ts';
import { lockUser, updateLastLogin, updateUser } from '../../store/users.store.ts';
import { lockSignInForbidden } from './forbidden.ts';
import type { SignInTransition } from './live-sign-in.ts';
import { toFinished } from './result.ts';

export interface UsedPasskey {
  readonly kind: 'passkey';
  readonly passkeyId: string;
  readonly countBefore: number;
  readonly countAfter: number;
  readonly isBackedUp: boolean;
}

/** The code of a device, verified before the sign-in began. */
interface UsedDeviceCode extends DeviceCode {
  readonly kind: 'device-code';
}

interface VerifiedUser {
  readonly user: User;
  /** The last verified factor; absent where the first one alone is sufficient. */
  readonly factor: PassedFactor | UsedPasskey | UsedDeviceCode | undefined;
}

/** Lifetime of the authorization server's own sessions, and of a session on the bank's page. */
const sessionSeconds = { client: 43_200, page: 900 } as const;

/**
 * Finishes a sign-in: consumes the verified factor, pairs the browser, opens a session, and ends the sign-in in one
 * transaction. In a recovery it does not sign the user in but leads to the form for a new password.
 */
export async function finishSignIn(
  transition: SignInTransition,
  verified: VerifiedUser,
): Promise<StepResult | Finished> {
  const { ctx, form, signInId, state, browserInfo } = transition;
  const { bankId, clock, origin } = ctx;
  const now = clock.now();
  const { userId } = verified.user;
  const change = nextState(state, {
    kind: 'proof-accepted',
    proof:
      verified.factor?.kind ?? (provenIn(state)?.first.kind === 'linked-login' ? 'linked-login' : 'password'),
    userId,
    at: now.toString(),
    browserName: browserInfo.browserName,
    network: networkOfOrigin(origin),
  });
  if (change.kind === 'refused') return unchanged;
  const { state: next } = change;
  const { nextSecret } = form;
  const signedIn =
    next.step === 'finished' ? toFinished(ctx, { finished: next.finished, signInId, nextSecret }) : undefined;
  return runCommand(ctx, async (work) => {
    const user = await lockUser(work, ctx, userId);
    const isUsed = user !== undefined && (await consumeProof(transition, work, { ...verified, user, next }));
    audit(work, userId, isUsed ? 'signed-in' : 'refused');
    if (!isUsed) work.count({ what: 'sign-in', outcome: 'refused' });
    if (user === undefined || !isUsed) return transition.applyIn(work, { kind: 'proof-expired' });
    if (user.state === 'pending') activate(ctx, work, user);
    const saved = await transition.saveProven(work, next);
    if (signedIn === undefined) return saved;
    updateLastLogin(work, { bankId, userId, now });
    saveLanguage(transition, work, user);
    const browserId = await pairBrowser(transition, work, { user, browserSecret: signedIn.browserSecret });
    openSession(transition, work, { ...signedIn, browserId });
    work.count({ what: 'sign-in', outcome: 'signed-in' });
    return signedIn;
  });
}

/** Returns whether the user may finish; a pending user may only choose a password. */
function mayReach({ step }: SignInState, user: User): boolean {
  return isActive(user) || (user.state === 'pending' && step === 'new-password');
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

/**
 * Returns whether the first factor is still valid: a changed password, or an unlinked login, invalidates sign-ins that
 * used it.
 */
async function isStillProven({ ctx, state }: SignInTransition, work: Work): Promise<boolean> {
  const { first, userId = '' } = provenIn(state) ?? {};
  if (first === undefined || first.kind === 'session') return true;
  const { bankId, clock } = ctx;
  if (first.kind === 'linked-login') {
    const { issuer, subject } = first;
    return (await findLoginOwner(work, { bankId, issuer, subject })) === userId;
  }
  const { passwordHash, temporary } = await findCredentials(work, { bankId, userId, now: clock.now() });
  return first.hash === (first.kind === 'password' ? passwordHash : temporary?.hash);
}

/** Consumes the verified factor if the user may still finish with it; returns whether it did. */
async function consumeProof(
  transition: SignInTransition,
  work: Work,
  { next, ...verified }: VerifiedUser & { readonly next: SignInState },
): Promise<boolean> {
  if (!mayReach(next, verified.user)) return false;
  if (await lockSignInForbidden(transition.ctx, work, verified.user)) return false;
  return (await isStillProven(transition, work)) && consumeSignInFactor(transition, work, verified);
}

async function consumeSignInFactor(
  { ctx, signInId }: SignInTransition,
  work: Work,
  { factor, user }: VerifiedUser,
): Promise<boolean> {
  const { bankId, clock } = ctx;
  if (factor === undefined) return true;
  if (factor.kind === 'passkey') {
    updatePasskeyUse(work, { ...factor, bankId, now: clock.now() });
    return true;
  }
  // Its token was used when the sign-in began; the device may have been unpaired or blocked since.
  if (factor.kind === 'device-code')
    return ctx.deviceCodes.lockDevice(ctx, work, { ...factor, userId: user.userId });
  // A code that was sent to the previous number is refused: the number may have been changed for a reason.
  if (factor.kind === 'sms' && isCooling(user, clock.now())) return false;
  return consumeFactor({ ...ctx, ...ctx.authorization }, work, {
    factor,
    userId: user.userId,
    actions: isFirstNumber(user) ? ['contact-change'] : ['login', 'password-reset'],
    usedFor: `sign-in ${signInId}`,
  });
}

/** Returns whether the code of this sign-in verifies the number of a new user; see `sendCode`. */
function isFirstNumber({ profile: { openPhone, phone } }: User): boolean {
  return phone === undefined && openPhone !== undefined;
}

/** Saves the language of the first sign-in for messages, until the user chooses another one. */
function saveLanguage({ ctx, browserInfo: { language } }: SignInTransition, work: Work, user: User): void {
  if (language === undefined || user.profile.language !== undefined) return;
  const now = ctx.clock.now();
  updateUser(work, { ...ctx, now }, { ...user, lastLoginAt: now, profile: { ...user.profile, language } });
}

/** Returns the id of the browser. */
async function pairBrowser(
  { ctx, browserInfo }: SignInTransition,
  work: Work,
  { browserSecret, user }: { readonly user: User; readonly browserSecret: string },
): Promise<string> {
  const { bankId, clock, identityVault, ids, origin } = ctx;
  const { userId } = user;
  const shard = virtualShard(bankId, userId);
  const secretHash = identityVault.secretHash(browserSecret);
  const { browserName } = browserInfo;
  const oldHash = identityVault.secretHash(browserInfo.browserSecret ?? '');
  const known = await findBrowser(work, { bankId, userId, secretHash: oldHash });
  const browserId = known?.browserId ?? ids.uuid(shard);
  updateBrowserSecret(work, { bankId, oldHash, secretHash });
  upsertBrowser(work, {
    bankId,
    userId,
    secretHash,
    browserId,
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
  return browserId;
}

function openSession(
  { ctx, browserInfo }: SignInTransition,
  work: Work,
  { assurance, browserId, sessionSecret, userId }: Finished & { readonly browserId: string },
): void {
  const { bankId, clock, identityVault, ids } = ctx;
  const { browserName, clientName } = browserInfo;
  const now = clock.now();
  const isPage = clientName === undefined;
  insertSession(work, {
    bankId,
    sessionId: ids.uuid(virtualShard(bankId, userId)),
    userId,
    secretHash: isPage ? identityVault.secretHash(sessionSecret) : undefined,
    clientName,
    browserName,
    browserId,
    assurance,
    authenticatedAt: now,
    seenAt: now,
    expiresAt: now.add({ seconds: isPage ? sessionSeconds.page : sessionSeconds.client }),
  });
}

function audit(work: Work, userId: string, result: string): void {
  work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [{ field: 'sign-in', after: result }] });
}
