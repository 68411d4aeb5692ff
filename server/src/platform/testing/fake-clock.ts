import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';

/** A clock that only a test advances. */
export interface FakeClock extends Clock {
  /** Advances by any duration, days and months counted in UTC; a negative one goes back. */
  advance(duration: Temporal.DurationLike): void;
  /** Sets the clock to an instant, such as `2026-03-01T10:00:00Z`. */
  set(instant: string): void;
}

/** Creates a clock at an instant, such as `2026-03-01T10:00:00Z`. */
export function fakeClock(start: string): FakeClock {
  let current = Temporal.Instant.from(start);
  return {
    now: () => current,
    today: (zone) => current.toZonedDateTimeISO(zone).toPlainDate(),
    advance: (duration) => {
      // An instant alone cannot add days; in UTC every day has 24 hours.
      current = current.toZonedDateTimeISO('UTC').add(duration).toInstant();
    },
    set: (instant) => {
      current = Temporal.Instant.from(instant);
    },
  };
}
