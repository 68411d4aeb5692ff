import type { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';

export interface BreakerOptions {
  readonly clock: Clock;
  /** Failures in a row that open it. */
  readonly failuresMax: number;
  /** How long it stays open before a trial. */
  readonly pauseMs: number;
  /** The trial: a call without effect. It rejects if the remote system still fails. */
  readonly probe: () => Promise<void>;
  /** Creates the error of a call that is not made; the cause is the failure of a trial. */
  readonly refuse: (cause?: unknown) => Error;
}

/** Stops calls to a system that fails, so that callers get their answer at once and the system can recover. */
export interface Breaker {
  /** Returns if the call may be made; rejects while open. The first caller after the pause makes the trial. */
  enter(): Promise<void>;
  succeeded(): void;
  /** Counts a failure; with a pause, which the system asked for, it opens at once. */
  failed(pauseMs?: number): void;
}

interface Opening {
  readonly since: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** Creates a closed breaker. The trial is never a call of a customer: an order must not be lost to find out. */
export function createBreaker({ clock, failuresMax, pauseMs, probe, refuse }: BreakerOptions): Breaker {
  let failures = 0;
  let opening: Opening | undefined;
  let isTrying = false;

  const open = (milliseconds: number): void => {
    const since = clock.now();
    opening = { since, until: since.add({ milliseconds }) };
  };

  return {
    async enter() {
      if (opening === undefined) return;
      if (isTrying || isWithin(opening, clock.now())) throw refuse();
      isTrying = true;
      try {
        await probe();
        opening = undefined;
        failures = 0;
      } catch (error) {
        open(pauseMs);
        throw refuse(error);
      } finally {
        isTrying = false;
      }
    },
    succeeded() {
      failures = 0;
    },
    failed(askedMs) {
      failures += 1;
      // Calls that began before it opened must not prolong it.
      if (opening === undefined && (askedMs !== undefined || failures >= failuresMax))
        open(askedMs ?? pauseMs);
    },
  };
}

/** A clock that is set back ends the pause, which would otherwise last as long as the clock was wrong. */
function isWithin({ since, until }: Opening, now: Temporal.Instant): boolean {
  return now.epochMilliseconds >= since.epochMilliseconds && now.epochMilliseconds < until.epochMilliseconds;
}
