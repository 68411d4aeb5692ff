import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { factorBlockReason } from '../domain/code-limits.ts';
import { blockedForSeconds, type GuardKey } from '../store/attempts.store.ts';

/** Refuses whoever is blocked, before anything else happens. */
export async function refuseBlocked(work: Work, key: GuardKey): Promise<void> {
  const retryAfterSeconds = await blockedForSeconds(work, key);
  if (retryAfterSeconds !== undefined)
    throw standardProblems['too-many-requests']({ retryAfterSeconds, reason: factorBlockReason });
}
