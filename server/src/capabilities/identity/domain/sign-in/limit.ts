import { Temporal } from 'temporal-polyfill';

/**
 * Which limit stops a sign-in: requests of one connection, codes to the customer's number, messages for one username,
 * codes of this sign-in, or codes of the whole bank.
 */
export const signInLimits = ['connection', 'number', 'request', 'sign-in', 'bank'] as const;
export type SignInLimit = (typeof signInLimits)[number];

/** A limit that was reached, as stored in the state of a sign-in. */
export interface MetLimit {
  readonly limit: SignInLimit;
  /** When the limit ends; absent where only a new sign-in helps. */
  readonly until?: string;
  /** For the log. */
  readonly reason: string;
}

/** Returns a limit that ends after this many seconds. */
export function metLimit(
  limit: { readonly limit: SignInLimit; readonly reason: string },
  seconds: number,
  now: Temporal.Instant,
): MetLimit {
  return { ...limit, until: now.add({ seconds }).toString() };
}

/** A limit as a page shows it. */
export interface ShownLimit {
  readonly limit: SignInLimit;
  readonly until: Temporal.Instant | undefined;
  /** Whole seconds to wait; 0 when the limit has ended. */
  readonly waitSeconds: number | undefined;
  readonly timeZone: string;
  readonly reason: string;
}

/** Returns the view of a limit at a given time. */
export function shownLimit(
  { limit, reason, until }: MetLimit,
  { now, timeZone }: { readonly now: Temporal.Instant; readonly timeZone: string },
): ShownLimit {
  const end = until === undefined ? undefined : Temporal.Instant.from(until);
  const waitMs = end && end.epochMilliseconds - now.epochMilliseconds;
  return {
    limit,
    reason,
    timeZone,
    until: end,
    waitSeconds: waitMs === undefined ? undefined : Math.max(0, Math.ceil(waitMs / 1_000)),
  };
}
