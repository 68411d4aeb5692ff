import { recentlyUsed } from '#platform/kernel/recently-used.ts';
import type { RateClass } from './contract.ts';

export interface RatePolicy {
  readonly perMinute: number;
}

/** Policy values `rate-read`, `rate-change`, `rate-search`, `rate-anonymous`. */
export const ratePolicies: Readonly<Record<Exclude<RateClass, 'unlimited'>, RatePolicy>> = {
  read: { perMinute: 600 },
  change: { perMinute: 120 },
  search: { perMinute: 60 },
  anonymous: { perMinute: 60 },
  // By address, before anybody is known: a back end asks for many tokens, and a branch of the bank has one address.
  token: { perMinute: 60_000 },
  page: { perMinute: 1_200 },
};

export interface RateVerdict {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly limit: number;
}

export interface RateLimits {
  /** Counts one request of this caller. The clock is monotonic milliseconds. */
  take(rate: Exclude<RateClass, 'unlimited'>, key: string, nowMs: number): RateVerdict;
}

/** Callers remembered at most; beyond that the one that has been quiet longest starts anew. */
const callersMax = 50_000;
const windowMs = 60_000;
/** Sums of fractions come out a little off; nobody loses a request to that. */
const roundingMs = 0.001;

/**
 * Coarse limits in this process, by the generic cell rate algorithm: one number per caller, no timers, and a burst
 * of the full minute's worth is allowed once. Exact counters live in the database.
 */
export function createRateLimits(policies: Readonly<Record<string, RatePolicy>> = ratePolicies): RateLimits {
  /** When the caller's allowance would be full again. */
  const fullAt = recentlyUsed<number>(callersMax);
  return {
    take(rate, key, nowMs) {
      const limit = policies[rate]?.perMinute ?? 0;
      const costMs = windowMs / limit;
      const entry = `${rate} ${key}`;
      const start = Math.max(fullAt.get(entry) ?? 0, nowMs);
      const next = start + costMs;
      const isAllowed = next - nowMs <= windowMs + roundingMs;
      if (isAllowed) fullAt.set(entry, next);
      const usedMs = (isAllowed ? next : start) - nowMs;
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, Math.floor((windowMs - usedMs + roundingMs) / costMs)),
        resetSeconds: Math.ceil((isAllowed ? usedMs : next - nowMs - windowMs) / 1_000),
      };
    },
  };
}
