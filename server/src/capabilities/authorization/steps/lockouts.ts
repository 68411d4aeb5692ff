import type { Temporal } from 'temporal-polyfill';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type AttemptState, isAlarming, lockoutAfter } from '../domain/attempt-state.ts';
import { factorBlockReason } from '../domain/code-limits.ts';
import { events } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { type AttemptKey, findLockoutSeconds } from '../store/attempts.store.ts';

/** Throws `too-many-requests` if the user is locked out. */
export async function rejectLockedOut(work: Work, key: AttemptKey): Promise<void> {
  const retryAfterSeconds = await findLockoutSeconds(work, key);
  if (retryAfterSeconds !== undefined)
    throw standardProblems['too-many-requests']({ retryAfterSeconds, reason: factorBlockReason });
}

/** Returns the problem of a user who is locked out until a time. */
export function lockedOut(until: Temporal.Instant, now: Temporal.Instant): Problem {
  const retryAfterSeconds = Math.ceil(until.since(now).total('seconds'));
  return standardProblems['too-many-requests']({ retryAfterSeconds, reason: factorBlockReason });
}

/** Returns the problem of a locked-out user. It states only the time to wait, whether the code was right or wrong. */
export function lockedOutFor(retryAfterSeconds: number): Problem {
  return standardProblems['too-many-requests']({ retryAfterSeconds, reason: factorBlockReason });
}

/**
 * Reports a failure: emits a lockout, so that the customer is notified, and logs a warning at many failures in a day.
 * Emits nothing for unknown users.
 */
export function reportFailure(
  { authorizationVault: vault, bankId, log }: Context & AuthorizationPorts,
  work: Work,
  { attemptState, subject }: { readonly attemptState: AttemptState; readonly subject: string },
): void {
  const block = lockoutAfter(attemptState);
  if (block !== undefined && !vault.isUnknownUserKey(subject)) {
    work.emit(
      eventOf(events.factorBlocked, subject, {
        'user-id': subject,
        ...(block.until === undefined ? {} : { until: block.until.toString() }),
        'is-last-warning': block.isLastWarning,
      }),
    );
  }
  if (isAlarming(attemptState)) log.warn({ bankId }, 'repeated second-factor failures');
}
