import { Temporal } from 'temporal-polyfill';
import { hotpResyncTimeMinutes } from './policy.ts';

/**
 * Returns whether the presented code is the code of this counter or time step. Each call costs one computation; the
 * rules make the same number of calls whatever the outcome, so that response times reveal nothing.
 */
export type CodeMatch = (counter: number) => boolean;

/** A presented code and the time of its arrival. */
export interface Presented {
  readonly matches: CodeMatch;
  readonly now: Temporal.Instant;
}

/**
 * A right code outside of the window. It is refused, but the code of the next counter proves possession of the token:
 * an attacker who saw or guessed one code rarely has two in a row.
 */
export interface RememberedResync {
  /** The counter or time step of the refused code. */
  readonly counter: number;
  readonly until: Temporal.Instant;
}

/** Outcome of a verification and the next state of the token; the caller stores the state in every case. */
export type OathOutcome<State> =
  | { readonly kind: 'accepted'; readonly counter: number; readonly state: State }
  | { readonly kind: 'bad'; readonly state: State }
  | { readonly kind: 'replayed'; readonly state: State };

/** Remembers a refused code for as long as the policy allows. */
export function remember(counter: number, now: Temporal.Instant): RememberedResync {
  return { counter, until: now.add({ minutes: hotpResyncTimeMinutes }) };
}

/** Returns the remembered code that is still valid at this time, if there is one. */
export function stillRemembered(
  resync: RememberedResync | undefined,
  now: Temporal.Instant,
): RememberedResync | undefined {
  return resync !== undefined && Temporal.Instant.compare(now, resync.until) < 0 ? resync : undefined;
}

/** Returns all counters from the first to the last whose code matches. Computes every one, and none below zero. */
export function matchesAmong(first: number, last: number, matches: CodeMatch): readonly number[] {
  const counters = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  // A counter below zero has no code. Computing zero instead keeps the number of computations constant.
  return counters.filter((counter) => matches(Math.max(0, counter)) && counter >= 0);
}
