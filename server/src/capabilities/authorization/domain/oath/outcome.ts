import { Temporal } from 'temporal-polyfill';
import { hotpResyncTimeMinutes } from './policy.ts';

/**
 * Whether the code that was presented is the one of this counter or time step. Each call costs one computation; the
 * rules ask the same number of times whatever comes out, so that the time it takes tells nothing.
 */
export type CodeMatch = (counter: number) => boolean;

/** What a code is judged by: the code, and the moment at which it came. */
export interface Presented {
  readonly matches: CodeMatch;
  readonly now: Temporal.Instant;
}

/**
 * A right code from too far away. It is refused, but the one directly behind it proves that the token is at hand:
 * whoever saw or guessed one code seldom has two in a row.
 */
export interface RememberedResync {
  /** The counter or time step of the refused code. */
  readonly counter: number;
  readonly until: Temporal.Instant;
}

/** What a code came to, and what the token is like from now on; the state is to be stored in every case. */
export type OathOutcome<State> =
  | { readonly kind: 'accepted'; readonly counter: number; readonly state: State }
  | { readonly kind: 'bad'; readonly state: State }
  | { readonly kind: 'replayed'; readonly state: State };

/** Remembers a refused code for as long as the policy allows. */
export function remember(counter: number, now: Temporal.Instant): RememberedResync {
  return { counter, until: now.add({ minutes: hotpResyncTimeMinutes }) };
}

/** The refused code that still counts at this moment, if there is one. */
export function stillRemembered(
  resync: RememberedResync | undefined,
  now: Temporal.Instant,
): RememberedResync | undefined {
  return resync !== undefined && Temporal.Instant.compare(now, resync.until) < 0 ? resync : undefined;
}

/** All counters from the first to the last whose code it is. Asks for every one, and for none below zero. */
export function matchesAmong(first: number, last: number, matches: CodeMatch): readonly number[] {
  const counters = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  // A counter below zero has no code. Asking for zero in its place keeps the number of computations.
  return counters.filter((counter) => matches(Math.max(0, counter)) && counter >= 0);
}
