import type { Autocommit } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type AttemptOutcome,
  type DeviceClass,
  isClosing,
  isThirdPartyClass,
  type LoginAttempts,
  outcomeOf,
  thirdPartyReason,
  wasClosed,
} from '../domain/login-attempts.ts';
import { isActive, type User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import {
  findCredentials,
  refundTemporaryPassword,
  reserveTemporaryPassword,
  updatePasswordHash,
} from '../store/credentials.store.ts';
import {
  findLoginAttempts,
  type LoginAttemptsKey,
  refundLogin,
  reserveLogin,
  resetLoginAttempts,
} from '../store/login-attempts.store.ts';
import { isSignInForbidden } from './sign-in/forbidden.ts';

/** A password attempt for a user or an unknown username. */
export interface VerifyPassword {
  /** Absent for an unknown username: the same work is done, and the verdict is wrong. */
  readonly user: User | undefined;
  /** Counter key for unknown usernames. */
  readonly name: string;
  readonly deviceClass: DeviceClass;
  readonly secret: string;
  /** Compares with the password only, or with the temporary one only. */
  readonly by: 'password' | 'temporary';
  /** Refuses the attempt whatever the secret is. */
  readonly isVoid?: boolean;
}

export type PasswordVerdict =
  /** With the hash that matched; a temporary password still has to be consumed. */
  | {
      readonly kind: 'right';
      readonly user: User;
      readonly hash: string;
      /** The stored hash at the time of the comparison; it may have been replaced since. */
      readonly compared: string;
    }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | Exclude<AttemptOutcome, { readonly kind: 'counted' }>;

/**
 * Verifies a secret. The attempt is recorded as failed and committed before anything is compared; the consequences of
 * the verdict are committed together with the caller's changes. The caller audits a right password.
 */
export async function verifyPassword<Result>(
  ctx: Context & IdentityPorts,
  attempt: VerifyPassword,
  onVerdict: (work: Work, verdict: PasswordVerdict) => Promise<Result>,
): Promise<Result> {
  const { bankId, clock, identityVault } = ctx;
  const { deviceClass, name, user } = attempt;
  const subject = user?.userId ?? identityVault.unknownUserKey(bankId, name);
  const key = { bankId, subject, deviceClass, now: clock.now() };
  const compared = await compare(ctx, attempt, key);
  return runCommand(ctx, async (work) => {
    const { attempts, newHash, stored } = compared;
    if (user === undefined || stored === undefined) {
      const outcome = attempts === undefined ? await closedOutcome(ctx, key) : outcomeOf(attempts);
      emitFailure(work, { user, outcome, attempts, deviceClass });
      return onVerdict(work, wrong(outcome));
    }
    resetLoginAttempts(work, key);
    if (newHash !== undefined)
      updatePasswordHash(work, { ...key, userId: user.userId, hash: newHash, before: stored });
    return onVerdict(work, { kind: 'right', user, hash: newHash ?? stored, compared: stored });
  });
}

interface Compared {
  /** Absent when no attempt was allowed. */
  readonly attempts: LoginAttempts | undefined;
  /** The hash that matched; absent when none did. */
  readonly stored: string | undefined;
  readonly newHash: string | undefined;
}

/** Counts, then compares. A locked, unknown, suspended or restricted user costs the same as a wrong password. */
async function compare(
  ctx: Context & IdentityPorts,
  attempt: VerifyPassword,
  key: LoginAttemptsKey,
): Promise<Compared> {
  const { bankId, db, passwordHasher } = ctx;
  const { by, secret } = attempt;
  if (passwordHasher.isFull()) throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
  const [{ refund, attempts, stored }, isBlocked] = await Promise.all([
    by === 'password' ? reservePasswordAttempt(db, key) : reserveTemporaryAttempt(db, key),
    // An unknown user is asked about as well, so that it takes the same time.
    isSignInForbidden(ctx, db, attempt.user?.customerNumber ?? attempt.name),
  ]);
  const { isRight, needsRehash } = await passwordHasher
    .verify(bankId, !isBlocked && mayPass(attempt, attempts) ? stored : undefined, secret)
    .catch(async (error: unknown) => {
      // Nothing was compared: overload must not lock users out.
      if (attempts !== undefined) await refund();
      throw error;
    });
  if (!isRight) return { attempts, stored: undefined, newHash: undefined };
  const isOld = needsRehash && by === 'password';
  return {
    attempts,
    stored,
    newHash: isOld ? await passwordHasher.hash(bankId, secret) : undefined,
  };
}

/** Returns whether the attempt can succeed: it was allowed, and neither the user nor the device class is closed. */
function mayPass({ by, isVoid = false, user }: VerifyPassword, attempts: LoginAttempts | undefined): boolean {
  return attempts !== undefined && !wasClosed(attempts) && maySignIn(user, by) && !isVoid;
}

/** The stored hash to compare with, after the attempt was counted. */
interface Reserved {
  readonly attempts: LoginAttempts | undefined;
  readonly stored: string | undefined;
  readonly refund: () => Promise<void>;
}

async function reservePasswordAttempt(db: Autocommit, key: LoginAttemptsKey): Promise<Reserved> {
  const { bankId, now, subject } = key;
  const [attempts, { passwordHash }] = await Promise.all([
    reserveLogin(db, key),
    findCredentials(db, { bankId, userId: subject, now }),
  ]);
  return { attempts, stored: passwordHash, refund: () => refundLogin(db, key) };
}

/**
 * Attempts at a temporary password are counted with that password alone: they never lock the user and emit no event.
 */
async function reserveTemporaryAttempt(
  db: Autocommit,
  { bankId, now, subject }: LoginAttemptsKey,
): Promise<Reserved> {
  const key = { bankId, userId: subject };
  const stored = await reserveTemporaryPassword(db, { ...key, now });
  return { attempts: untouched, stored, refund: () => refundTemporaryPassword(db, key) };
}

const untouched: LoginAttempts = { failures: 0, failuresInRow: 0, locks: 0, lockedUntil: undefined };

/** Returns whether the user may sign in; a user whom the bank registered becomes active by the temporary password. */
function maySignIn(user: User | undefined, by: VerifyPassword['by']): boolean {
  return user !== undefined && (isActive(user) || (by === 'temporary' && user.state === 'pending'));
}

function wrong(outcome: AttemptOutcome): PasswordVerdict {
  return outcome.kind === 'counted' ? { kind: 'wrong', attemptsLeft: outcome.attemptsLeft } : outcome;
}

/** Returns why no attempt was allowed. */
async function closedOutcome({ clock, db }: Context, key: LoginAttemptsKey): Promise<AttemptOutcome> {
  const attempts = await findLoginAttempts(db, key);
  const outcome = attempts && outcomeOf(attempts);
  // The lock ended between the two queries.
  return outcome === undefined || outcome.kind === 'counted'
    ? { kind: 'locked', until: attempts?.lockedUntil ?? clock.now(), isLastWarning: false }
    : outcome;
}

interface Failure {
  readonly user: User | undefined;
  readonly outcome: AttemptOutcome;
  /** Absent when the attempt was refused by a lock. */
  readonly attempts: LoginAttempts | undefined;
  readonly deviceClass: DeviceClass;
}

/**
 * Audits the failure, emits an event for a lock and, once, when password sign-in is closed. The account itself does not
 * change.
 */
function emitFailure(work: Work, { attempts, deviceClass, outcome, user }: Failure): void {
  const userId = user?.userId ?? 'unknown-user';
  const isClosed = attempts !== undefined && isClosing(attempts);
  work.audit(audited(userId, isClosed ? ['wrong', 'closed'] : ['wrong']));
  if (user === undefined || attempts === undefined || wasClosed(attempts)) return;
  const reason = reasonOf(deviceClass);
  if (isClosed)
    work.emit(userEvent('locked', userId, { reason: 'login-hard-stop', isLastWarning: false, ...reason }));
  else if (outcome.kind === 'locked') {
    const { isLastWarning, until } = outcome;
    work.emit(userEvent('locked', userId, { until: until.toString(), isLastWarning, ...reason }));
  }
}

/** Returns the reason of a lock that concerns no browser. */
function reasonOf(deviceClass: DeviceClass): { readonly reason?: string } {
  return isThirdPartyClass(deviceClass) ? { reason: thirdPartyReason } : {};
}

function audited(userId: string, password: readonly string[]): Parameters<Work['audit']>[0] {
  return {
    aggregateKind: 'user',
    aggregateId: userId,
    changes: password.map((after) => ({ field: 'password', after })),
  };
}
