import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { factorBlockReason } from '../domain/code-limits.ts';
import { blockedForSeconds, type GuardKey } from '../store/attempts.store.ts';

/** What somebody is told whose second factors are blocked: only how long to wait, whatever was right or wrong. */
export async function blockedProblem(work: Work, key: GuardKey): Promise<Problem> {
  // The block may have ended between the refusal and this question.
  const retryAfterSeconds = (await blockedForSeconds(work, key)) ?? 1;
  return standardProblems['too-many-requests']({ retryAfterSeconds, reason: factorBlockReason });
}
