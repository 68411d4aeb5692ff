import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { quotaReason } from '../domain/sign-in/quota-limit.ts';
import { consumeClientQuota } from '../store/client-quotas.store.ts';

/** What all people behind one application do together in a day. */
export interface ClientQuota {
  readonly scope: string;
  readonly perDay: number;
  /** The application passes the addresses of people on: each has a limit of their own, and this one only raises the alarm. */
  readonly isPersonKnown: boolean;
}

/** Counts one use of an application; at half and at the end of its day the log has an alarm. Other callers count nothing. */
export async function enforceClientQuota(
  { bankId, caller, clock, log }: Context,
  work: Work,
  { isPersonKnown, perDay, scope }: ClientQuota,
): Promise<void> {
  if (caller.kind !== 'application') return;
  const { clientId } = caller;
  const now = clock.now().toZonedDateTimeISO('UTC');
  const uses = await consumeClientQuota(work, { bankId, scope, clientId, day: now.toPlainDate() });
  const reason = quotaReason(scope);
  if (uses === Math.ceil(perDay / 2) || uses === perDay)
    log.warn(
      { bankId, callerId: clientId, reason, count: uses },
      'daily quota of an application is being used up',
    );
  if (uses <= perDay || isPersonKnown) return;
  const midnight = now.add({ days: 1 }).startOfDay();
  throw standardProblems['too-many-requests']({
    retryAfterSeconds: Math.ceil((midnight.epochMilliseconds - now.epochMilliseconds) / 1_000),
    reason,
  });
}
