import { Temporal } from 'temporal-polyfill';
import { type Option, textLike } from '../program/option.ts';

/** Option with a time of the past: a day of UTC, of which the end counts, or a time. */
export function pastTime(summary: string): Option<string | undefined> {
  return textLike('TIME', summary, {
    expected: 'a day (2026-12-01) or a time (2026-12-01T08:00:00Z)',
    isValid: (given) => endOf(given) !== undefined,
  });
}

/** Reads a time, or the last moment of a day of UTC. */
export function endOf(given: string): Temporal.Instant | undefined {
  try {
    if (given.length > 'yyyy-mm-dd'.length) return Temporal.Instant.from(given);
    const day = Temporal.PlainDate.from(given, { overflow: 'reject' });
    return day.add({ days: 1 }).toZonedDateTime('UTC').toInstant().subtract({ milliseconds: 1 });
  } catch {
    // Temporal throws for a text that is no time; the option says what is expected.
    return undefined;
  }
}
