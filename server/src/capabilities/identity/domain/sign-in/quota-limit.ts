import type { Temporal } from 'temporal-polyfill';
import type { Problem } from '#platform/kernel/problem.ts';
import { type MetLimit, metLimit } from './limit.ts';

/** The quota of recoveries that is counted by the network of the person. */
export const networkScope = 'recovery-address';

/** Returns the reason of a refusal by a quota. */
export function quotaReason(scope: string): string {
  return `quota-${scope}`;
}

/** Returns what a page says of a quota that refused. */
export function quotaLimit({ more }: Problem, now: Temporal.Instant): MetLimit {
  const { reason = 'unknown', retryAfterSeconds = 1 } = more;
  const limit = reason === quotaReason(networkScope) ? 'connection' : 'request';
  return metLimit({ limit, reason }, retryAfterSeconds, now);
}
