import type { Temporal } from 'temporal-polyfill';

/** Rows that expired before a time, limited to one batch. */
export interface ExpiredBefore {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}
