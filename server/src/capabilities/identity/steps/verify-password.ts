import type { Autocommit } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type DeviceClass,
  type GuardOutcome,
  isClosing,
  type LoginAttempts,
  outcomeOf,
  wasClosed,
} from '../domain/login-attempts.ts';
import { isActive, type User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import {
  findCredentials,
  refundTemporaryPassword,
  rehashPassword,
  reserveTemporary,
} from '../store/credentials.store.ts';
import {
  clearLogin,
  findGuard,
  type LoginGuardKey,
  refundLogin,
  reserveLogin,
} from '../store/login-attempts.store.ts';

/** Somebody who says to be a user, and a secret. */
export interface ProvePassword {
  /** Absent when there is no such user: the same work is done, and the answer is no. */
  readonly user: User | undefined;
  /** Under what attempts of nobody are counted. */
  readonly name: string;
  readonly deviceClass: DeviceClass;
  readonly secret: string;
  /** Opens only with the password, or only with the temporary one. */
  readonly by: 'password' | 'temporary';
  /** A reason to say no whatever the secret is. */
  readonly isVoid?: boolean;
}

export type PasswordVerdict =
  /** Which stored secret it was; a temporary one still has to be used up. */
  | {
      readonly kind: 'right';
      readonly user: User;
      readonly hash: string;
      /** As it was stored when it was compared; another one may be there by now. */
      readonly compared: string;
    }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | Exclude<GuardOutcome, { readonly kind: 'counted' }>;

/**
 * Judges a secret. The attempt is entered as failed and saved before anything is compared; what follows from the
 * verdict is saved together with whatever the caller adds to it. Whoever takes a right one says so in the trail.
 */
export async function verifyPassword<Result>(
  ctx: Context & IdentityPorts,
  asked: ProvePassword,
  settle: (work: Work, verdict: PasswordVerdict) => Promise<Result>,
): Promise<Result> {
  const { bankId, clock, identityVault } = ctx;
  const { deviceClass, name, user } = asked;
  const subject = user?.userId ?? identityVault.unknownUserKey(bankId, name);
  const key = { bankId, subject, deviceClass, now: clock.now() };
  const compared = await compare(ctx, asked, key);
  return runCommand(ctx, async (work) => {
    const { guard, newHash, stored } = compared;
    if (user === undefined || stored === undefined) {
      const outcome = guard === undefined ? await closedOutcome(ctx, key) : outcomeOf(guard);
      tellFailure(work, { user, outcome, guard });
      return settle(work, wrong(outcome));
    }
    clearLogin(work, key);
    if (newHash !== undefined)
      rehashPassword(work, { ...key, userId: user.userId, hash: newHash, before: stored });
    return settle(work, { kind: 'right', user, hash: newHash ?? stored, compared: stored });
  });
}

interface Compared {
  /** Absent where no attempt was let through. */
  readonly guard: LoginAttempts | undefined;
  /** What it was equal to; absent when it was not. */
  readonly stored: string | undefined;
  readonly newHash: string | undefined;
}

/** Counts, then compares. Whoever is locked, unknown or suspended costs the same as a wrong password. */
async function compare(
  { bankId, db, passwordHasher }: Context & IdentityPorts,
  asked: ProvePassword,
  key: LoginGuardKey,
): Promise<Compared> {
  const { by, secret } = asked;
  if (passwordHasher.isFull()) throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
  const { giveBack, guard, stored } = await (by === 'password'
    ? reservePassword(db, key)
    : reserveTried(db, key));
  const { isRight, needsRehash } = await passwordHasher
    .verify(bankId, mayPass(asked, guard) ? stored : undefined, secret)
    .catch(async (error: unknown) => {
      // Nothing was compared: whoever came in a rush must not be locked out by it.
      if (guard !== undefined) await giveBack();
      throw error;
    });
  if (!isRight) return { guard, stored: undefined, newHash: undefined };
  const isOld = needsRehash && by === 'password';
  return { guard, stored, newHash: isOld ? await passwordHasher.hash(bankId, secret) : undefined };
}

/** Whether anything can be right: the attempt was let through, and neither the user nor the kind of device is closed. */
function mayPass({ by, isVoid = false, user }: ProvePassword, guard: LoginAttempts | undefined): boolean {
  return guard !== undefined && !wasClosed(guard) && mayComeIn(user, by) && !isVoid;
}

/** What is compared with, after the attempt was counted. */
interface Reserved {
  readonly guard: LoginAttempts | undefined;
  readonly stored: string | undefined;
  readonly giveBack: () => Promise<void>;
}

async function reservePassword(db: Autocommit, key: LoginGuardKey): Promise<Reserved> {
  const { bankId, now, subject } = key;
  const [guard, { passwordHash }] = await Promise.all([
    reserveLogin(db, key),
    findCredentials(db, { bankId, userId: subject, now }),
  ]);
  return { guard, stored: passwordHash, giveBack: () => refundLogin(db, key) };
}

/** Tries at a temporary password count at it alone: nobody is locked by them, and nothing is told of them. */
async function reserveTried(db: Autocommit, { bankId, now, subject }: LoginGuardKey): Promise<Reserved> {
  const key = { bankId, userId: subject };
  const stored = await reserveTemporary(db, { ...key, now });
  return { guard: untouched, stored, giveBack: () => refundTemporaryPassword(db, key) };
}

const untouched: LoginAttempts = { failures: 0, failuresInRow: 0, locks: 0, lockedUntil: undefined };

/** Somebody whom the bank registered becomes active by the temporary password that was sent. */
function mayComeIn(user: User | undefined, by: ProvePassword['by']): boolean {
  return user !== undefined && (isActive(user) || (by === 'temporary' && user.state === 'pending'));
}

function wrong(outcome: GuardOutcome): PasswordVerdict {
  return outcome.kind === 'counted' ? { kind: 'wrong', attemptsLeft: outcome.attemptsLeft } : outcome;
}

/** Why no attempt was let through. */
async function closedOutcome({ clock, db }: Context, key: LoginGuardKey): Promise<GuardOutcome> {
  const guard = await findGuard(db, key);
  const outcome = guard && outcomeOf(guard);
  // Opened again between the two questions.
  return outcome === undefined || outcome.kind === 'counted'
    ? { kind: 'locked', until: guard?.lockedUntil ?? clock.now(), isLastWarning: false }
    : outcome;
}

interface Failure {
  readonly user: User | undefined;
  readonly outcome: GuardOutcome;
  /** Absent where the attempt only met a lock, and led to nothing. */
  readonly guard: LoginAttempts | undefined;
}

/** Tells of a lock and, once, that signing in was closed; afterwards nothing more. The account itself stays as it is. */
function tellFailure(work: Work, { guard, outcome, user }: Failure): void {
  const userId = user?.userId ?? 'nobody';
  const isClosed = guard !== undefined && isClosing(guard);
  work.audit(audited(userId, isClosed ? ['wrong', 'closed'] : ['wrong']));
  if (user === undefined || guard === undefined || wasClosed(guard)) return;
  if (isClosed) work.emit(userEvent('locked', userId, { reason: 'login-hard-stop', isLastWarning: false }));
  else if (outcome.kind === 'locked') {
    const { isLastWarning, until } = outcome;
    work.emit(userEvent('locked', userId, { until: until.toString(), isLastWarning }));
  }
}

function audited(userId: string, password: readonly string[]): Parameters<Work['audit']>[0] {
  return {
    aggregateKind: 'user',
    aggregateId: userId,
    changes: password.map((after) => ({ field: 'password', after })),
  };
}
