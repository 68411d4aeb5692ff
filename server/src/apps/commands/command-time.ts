import { Temporal } from 'temporal-polyfill';
import { type Option, textLike } from '../program/option.ts';

/** Option with a time, or a day of UTC. `startOf` or `endOf` reads it. */
export function timeOrDay(summary: string): Option<string | undefined> {
  return textLike('TIME', summary, {
    expected: 'a day (2026-12-01) or a time (2026-12-01T08:00:00Z)',
    isValid: (given) => endOf(given) !== undefined,
  });
}

/** Reads a time, or the first moment of a day of UTC. */
export function startOf(given: string): Temporal.Instant | undefined {
  return read(given, (day) => day.toZonedDateTime('UTC').toInstant());
}

/** Reads a time, or the last moment of a day of UTC. */
export function endOf(given: string): Temporal.Instant | undefined {
  return read(given, (day) =>
    day.add({ days: 1 }).toZonedDateTime('UTC').toInstant().subtract({ milliseconds: 1 }),
  );
}

function read(
  given: string,
  momentOf: (day: Temporal.PlainDate) => Temporal.Instant,
): Temporal.Instant | undefined {
  try {
    if (given.length > 'yyyy-mm-dd'.length) return Temporal.Instant.from(given);
    return momentOf(Temporal.PlainDate.from(given, { overflow: 'reject' }));
  } catch {
    // Temporal throws for a text that is no time; the option says what is expected.
    return undefined;
  }
}
