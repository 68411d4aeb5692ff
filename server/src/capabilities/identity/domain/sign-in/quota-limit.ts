import type { Temporal } from 'temporal-polyfill';
import type { Problem } from '#platform/kernel/problem.ts';
import { type MetLimit, metLimit } from './limit.ts';

/** Scope of the recovery quota that is counted per network of the person. */
export const networkScope = 'recovery-address';

/** Returns the reason code of a problem raised by a quota. */
export function quotaReason(scope: string): string {
  return `quota-${scope}`;
}

/** Returns the limit that a page shows for a problem raised by a quota. */
export function quotaLimit({ more }: Problem, now: Temporal.Instant): MetLimit {
  const { reason = 'unknown', retryAfterSeconds = 1 } = more;
  const limit = reason === quotaReason(networkScope) ? 'connection' : 'request';
  return metLimit({ limit, reason }, retryAfterSeconds, now);
}
