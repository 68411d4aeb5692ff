import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { endSessions, findLatestSignInAt } from '../store/sessions.store.ts';

/** A node whose clock is further ahead than this issues tokens that no other node accepts. */
const clockAheadMaxSeconds = 60;

export interface EndAllSessions {
  readonly userId: string;
  /** The session that goes on, by its id or by the second of its sign-in; absent: none does. */
  readonly keptId?: string | undefined;
  readonly keptSignInAt?: Temporal.Instant | undefined;
}

/**
 * Ends everything that a user is signed in to, on the bank's pages and by tokens. Sign-ins are compared by their
 * moments, which may come from a node whose clock is ahead of this one: what is on record counts as earlier, whatever
 * its moment.
 */
export async function endAllSessions(
  ctx: Context & IdentityPorts,
  work: Work,
  { keptId, keptSignInAt, userId }: EndAllSessions,
): Promise<void> {
  const { bankId, clock, sessions } = ctx;
  const now = clock.now();
  const latest = await findLatestSignInAt(work, { bankId, userId, now });
  const until = laterOf(now, earlierOf(latest ?? now, now.add({ seconds: clockAheadMaxSeconds })));
  endSessions(work, { bankId, userId, now, keptId, keptSignInAt });
  sessions.endAll(ctx, work, { userId, keptSignInAt, until });
}

function laterOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) > 0 ? one : other;
}

function earlierOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
}
