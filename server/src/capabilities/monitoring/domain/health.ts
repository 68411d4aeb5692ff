import type { Temporal } from 'temporal-polyfill';

export const healthStates = ['pass', 'warn', 'fail'] as const;
export type HealthState = (typeof healthStates)[number];

/** What one check found last, and when. */
export interface CheckResult {
  readonly name: string;
  readonly state: HealthState;
  /** Without it this instance cannot serve at all. */
  readonly isVital: boolean;
  /** What the state means for the people who depend on this instance, in their words. */
  readonly effect: string;
  readonly checkedAt: Temporal.Instant;
}

/** An old "all is well" is no longer known to be true. */
const staleAfterSeconds = 15;

/** The result as it counts now: what has not been looked at for long is doubtful. */
export function asOfNow(
  result: CheckResult,
  now: Temporal.Instant,
): CheckResult & { readonly ageSeconds: number } {
  const ageSeconds = Math.max(0, Math.round(now.since(result.checkedAt).total('seconds')));
  const isDoubtful = ageSeconds > staleAfterSeconds && result.state === 'pass';
  return isDoubtful
    ? { ...result, ageSeconds, state: 'warn', effect: 'Not looked at lately; may be out of date.' }
    : { ...result, ageSeconds };
}

/** Fails only for what this instance cannot serve without; everything else is a warning. */
export function overall(results: readonly Pick<CheckResult, 'state' | 'isVital'>[]): HealthState {
  if (results.some(({ state, isVital }) => state === 'fail' && isVital)) return 'fail';
  return results.some(({ state }) => state !== 'pass') ? 'warn' : 'pass';
}
