import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

/**
 * The UTC day of a time. Counters are swept by the day of their last use: an index on the time would make every update
 * write to all indexes.
 */
export function utcDayOf(time: RawBuilder<Temporal.Instant>): RawBuilder<never> {
  return sql<never>`(${time}::timestamptz at time zone 'UTC')::date`;
}
