import type { Temporal } from 'temporal-polyfill';

export const healthStates = ['pass', 'warn', 'fail'] as const;
export type HealthState = (typeof healthStates)[number];

/** The latest result of a check, and its time. */
export interface CheckResult {
  readonly name: string;
  readonly state: HealthState;
  /** Without it this instance cannot serve requests. */
  readonly isVital: boolean;
  /** What the state means for users of this instance. */
  readonly effect: string;
  readonly checkedAt: Temporal.Instant;
}

/** After this time a `pass` is no longer reliable. */
const staleAfterSeconds = 15;

/** Returns the result as it counts now: an outdated one becomes a warning. */
export function asOfNow(
  result: CheckResult,
  now: Temporal.Instant,
): CheckResult & { readonly ageSeconds: number } {
  const ageSeconds = Math.max(0, Math.round(now.since(result.checkedAt).total('seconds')));
  const isDoubtful = ageSeconds > staleAfterSeconds && result.state === 'pass';
  return isDoubtful
    ? { ...result, ageSeconds, state: 'warn', effect: 'Not checked recently; may be out of date.' }
    : { ...result, ageSeconds };
}

/** Fails only if a vital check fails; all other failures are warnings. */
export function overall(results: readonly Pick<CheckResult, 'state' | 'isVital'>[]): HealthState {
  if (results.some(({ state, isVital }) => state === 'fail' && isVital)) return 'fail';
  return results.some(({ state }) => state !== 'pass') ? 'warn' : 'pass';
}
