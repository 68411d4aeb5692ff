import type { RateClass } from './contract.ts';
import { networksOf } from './source-address.ts';

export interface RatePolicy {
  readonly perMinute: number;
}

/** What is counted: the classes of contracts, and requests that proved no caller. */
export type CountedRate = Exclude<RateClass, 'unlimited'> | 'refused';

/** Policy values `rate-read`, `rate-change`, `rate-search`, `rate-anonymous`. */
export const ratePolicies: Readonly<Record<CountedRate, RatePolicy>> = {
  read: { perMinute: 600 },
  change: { perMinute: 120 },
  search: { perMinute: 60 },
  anonymous: { perMinute: 60 },
  // By address, before anybody is known: a back end asks for many tokens, and a branch of the bank has one address.
  token: { perMinute: 60_000 },
  page: { perMinute: 1_200 },
  // By network: many customers share one address of their provider, and each of them has an expired token now and then.
  refused: { perMinute: 600 },
};

export interface RateVerdict {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly limit: number;
}

/** Whose request it is: a caller by name, or every network of a source address. */
export type RateKey = string | { readonly address: string };

/** Counts in this process. Times are monotonic milliseconds. */
export interface RateLimits {
  /** Counts one request. */
  take(rate: CountedRate, key: RateKey, nowMs: number): RateVerdict;
  /** Says what `take` would say, and counts nothing. */
  peek(rate: CountedRate, key: RateKey, nowMs: number): RateVerdict;
}

/** Counters kept at most, of callers and of networks each. */
const countersMax = 50_000;
/** Counters in use that are passed over before one of them goes after all; it bounds the time. */
const passedMax = 1_000;
const windowMs = 60_000;
/** Sums of fractions come out a little off; nobody loses a request to that. */
const roundingMs = 0.001;

/**
 * Coarse limits in this process, by the generic cell rate algorithm: one number per caller, no timers, and a burst
 * of the full minute's worth is allowed once. Exact counters live in the database. Networks have a memory of their own:
 * addresses cost nothing, so strangers could otherwise push out the counters of callers.
 */
export function createRateLimits(policies: Readonly<Record<string, RatePolicy>> = {}): RateLimits {
  const limits: Readonly<Record<string, RatePolicy>> = { ...ratePolicies, ...policies };
  const callers = createCounters();
  const networks = createCounters();
  const perMinute = (rate: CountedRate): number => limits[rate]?.perMinute ?? 0;
  const allowancesOf = (rate: CountedRate, key: RateKey): readonly Allowance[] => {
    if (typeof key === 'string')
      return [{ counters: callers, key: `${rate} ${key}`, limit: perMinute(rate) }];
    return networksOf(key.address).map(({ network, share }) => ({
      counters: networks,
      key: `${rate} ${network}`,
      limit: perMinute(rate) * share,
    }));
  };
  return {
    take: (rate, key, nowMs) => takeAll(allowancesOf(rate, key), nowMs),
    peek: (rate, key, nowMs) => strictestOf(allowancesOf(rate, key).map((one) => verdictOn(one, nowMs))),
  };
}

interface Allowance {
  readonly counters: Counters;
  readonly key: string;
  readonly limit: number;
}

/** Takes one from each allowance, or from none when one of them is used up. */
function takeAll(allowances: readonly Allowance[], nowMs: number): RateVerdict {
  const verdict = strictestOf(allowances.map((one) => verdictOn(one, nowMs)));
  if (!verdict.isAllowed) return verdict;
  for (const { counters, key, limit } of allowances)
    counters.set(key, Math.max(counters.get(key) ?? 0, nowMs) + windowMs / limit, nowMs);
  return verdict;
}

/** What one more request would find. */
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

/** The verdict that refuses for longest; when none refuses, the one with the least left. */
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
  /** When the allowance would be full again. */
  get(key: string): number | undefined;
  set(key: string, fullAtMs: number, nowMs: number): void;
}

/**
 * A bounded memory. When it is full, the one that was quiet longest goes, unless it has used half of its allowance:
 * those stay, so that strangers who come once each do not set free who has reached a limit.
 */
function createCounters(): Counters {
  const counters = new Map<string, number>();
  // One walk for ever: all it has passed is gone or stands at the end again. A new one would step over every gap.
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
