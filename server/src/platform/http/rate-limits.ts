import { defaultProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { RateClass } from './contract.ts';
import { networksOf } from './source-address.ts';

export interface RatePolicy {
  readonly perMinute: number;
}

/** What is counted: the classes of contracts, and requests without an authenticated caller. */
export type CountedRate = Exclude<RateClass, 'unlimited'> | 'refused';

/** Policy values `rate-read`, `rate-change`, `rate-batch`, `rate-search`, `rate-anonymous`. */
export const ratePolicies: Readonly<Record<CountedRate, RatePolicy>> = {
  read: { perMinute: 600 },
  change: { perMinute: 120 },
  // Requests with many messages each: a statement run must not use up the changes of its sender.
  batch: { perMinute: 600 },
  search: { perMinute: 60 },
  anonymous: { perMinute: 60 },
  // By address, before the caller is known: a back end requests many tokens, and a branch of the bank has one address.
  token: { perMinute: 60_000 },
  page: { perMinute: 1_200 },
  // The bank's profile sets these: a third party acts for many customers.
  'tpp-read': { perMinute: defaultProfile.rates['tpp-read'] },
  'tpp-change': { perMinute: defaultProfile.rates['tpp-change'] },
  // By network: many customers share one address of their provider, and each of them has an expired token occasionally.
  refused: { perMinute: 600 },
};

export interface RateVerdict {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly limit: number;
}

/** Who a request is counted for: a caller by name, with a limit of its own where there is one, or every network of a source address. */
export type RateKey = string | CallerAllowance | { readonly address: string };

/** A caller whose limit its bank has set. */
export interface CallerAllowance {
  readonly caller: string;
  readonly perMinute: number;
}

/** Counts in this process. Times are monotonic milliseconds. */
export interface RateLimits {
  /** Counts one request. */
  take(rate: CountedRate, key: RateKey, nowMs: number): RateVerdict;
  /** Returns what `take` would return, and counts nothing. */
  peek(rate: CountedRate, key: RateKey, nowMs: number): RateVerdict;
}

/** Maximum number of counters, for callers and for networks each. */
const countersMax = 50_000;
/** Maximum number of active counters skipped before one is evicted anyway; bounds the time. */
const passedMax = 1_000;
const windowMs = 60_000;
/** Sums of fractions are slightly inexact; no caller loses a request to that. */
const roundingMs = 0.001;

/**
 * Coarse limits in this process, by the generic cell rate algorithm: one number per caller, no timers, and one burst of
 * a full minute's allowance. Exact counters are in the database. Networks have separate memory: addresses are free, so
 * unauthenticated clients could otherwise evict the counters of callers.
 */
export function createRateLimits(policies: Readonly<Record<string, RatePolicy>> = {}): RateLimits {
  const limits: Readonly<Record<string, RatePolicy>> = { ...ratePolicies, ...policies };
  const callers = createCounters();
  const networks = createCounters();
  const perMinute = (rate: CountedRate): number => limits[rate]?.perMinute ?? 0;
  const allowancesOf = (rate: CountedRate, key: RateKey): readonly Allowance[] => {
    if (typeof key === 'string')
      return [{ counters: callers, key: `${rate} ${key}`, limit: perMinute(rate) }];
    if ('caller' in key) return [{ counters: callers, key: `${rate} ${key.caller}`, limit: key.perMinute }];
    return networksOf(key.address).map(({ network, share }) => ({
      counters: networks,
      key: `${rate} ${network}`,
      limit: perMinute(rate) * share,
    }));
  };
  return {
    take: (rate, key, nowMs) => consumeAll(allowancesOf(rate, key), nowMs),
    peek: (rate, key, nowMs) => strictestOf(allowancesOf(rate, key).map((one) => verdictOn(one, nowMs))),
  };
}

interface Allowance {
  readonly counters: Counters;
  readonly key: string;
  readonly limit: number;
}

/** Consumes one request from each allowance, or from none if one of them is used up. */
function consumeAll(allowances: readonly Allowance[], nowMs: number): RateVerdict {
  const verdict = strictestOf(allowances.map((one) => verdictOn(one, nowMs)));
  if (!verdict.isAllowed) return verdict;
  for (const { counters, key, limit } of allowances)
    counters.set(key, Math.max(counters.get(key) ?? 0, nowMs) + windowMs / limit, nowMs);
  return verdict;
}

/** Returns the verdict on one more request. */
function verdictOn({ counters, key, limit }: Allowance, nowMs: number): RateVerdict {
  const costMs = windowMs / limit;
  const start = Math.max(counters.get(key) ?? 0, nowMs);
  const next = start + costMs;
  const isAllowed = next - nowMs <= windowMs + roundingMs;
  const usedMs = (isAllowed ? next : start) - nowMs;
  return {
    isAllowed,
    limit,
    remaining: Math.max(0, Math.floor((windowMs - usedMs + roundingMs) / costMs)),
    resetSeconds: Math.ceil((isAllowed ? usedMs : next - nowMs - windowMs) / 1_000),
  };
}

/** Returns the verdict with the longest wait; if none refuses, the one with the least remaining. */
function strictestOf(verdicts: readonly RateVerdict[]): RateVerdict {
  return verdicts.reduce((strictest, one) => {
    if (one.isAllowed !== strictest.isAllowed) return one.isAllowed ? strictest : one;
    const isStricter = one.isAllowed
      ? one.remaining < strictest.remaining
      : one.resetSeconds > strictest.resetSeconds;
    return isStricter ? one : strictest;
  });
}

interface Counters {
  /** When the allowance is full again. */
  get(key: string): number | undefined;
  set(key: string, fullAtMs: number, nowMs: number): void;
}

/**
 * A bounded map. When it is full, the least recently used counter is evicted, unless it has used half of its allowance:
 * single requests of many clients must not evict a client at its limit.
 */
function createCounters(): Counters {
  const counters = new Map<string, number>();
  // One iterator for ever: everything it has passed is gone or at the end again. A new one would step over every gap.
  const oldestFirst = counters.entries();

  const touch = (key: string, fullAtMs: number): void => {
    counters.delete(key);
    counters.set(key, fullAtMs);
  };
  const dropOne = (nowMs: number): void => {
    for (let passed = 0; passed < passedMax; passed += 1) {
      const [key, fullAtMs] = oldestFirst.next().value ?? [];
      if (key === undefined || fullAtMs === undefined) return;
      const isHalfUsed = fullAtMs - nowMs > windowMs / 2;
      if (!isHalfUsed || passed === passedMax - 1) {
        counters.delete(key);
        return;
      }
      touch(key, fullAtMs);
    }
  };

  return {
    get: (key) => counters.get(key),
    set(key, fullAtMs, nowMs) {
      touch(key, fullAtMs);
      if (counters.size > countersMax) dropOne(nowMs);
    },
  };
}
