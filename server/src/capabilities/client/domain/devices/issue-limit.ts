import type { Temporal } from 'temporal-polyfill';
import { activationCodesPer10Minutes, activationCodesPerDay } from './policy.ts';

const limits = [
  { count: activationCodesPer10Minutes, seconds: 600 },
  { count: activationCodesPerDay, seconds: 86_400 },
] as const;

/**
 * Returns after how many seconds a user may get the next activation code; undefined when now.
 * @param issuedAt when codes were issued within the last day, newest first
 */
export function findIssueWaitSeconds(
  issuedAt: readonly Temporal.Instant[],
  now: Temporal.Instant,
): number | undefined {
  const waits = limits.flatMap(({ count, seconds }) => {
    const last = issuedAt[count - 1];
    if (last === undefined) return [];
    const left = seconds - (now.epochMilliseconds - last.epochMilliseconds) / 1_000;
    return left > 0 ? [Math.ceil(left)] : [];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}
