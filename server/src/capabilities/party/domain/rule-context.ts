import type { Day, Timestamp } from './facts.ts';

/** Inputs of a rule from outside: rules use no clock and no randomness. */
export interface RuleContext {
  readonly today: Day;
  readonly now: Timestamp;
  /** The client that sent the request. */
  readonly channel: string;
  /** The bank's own country. */
  readonly bankCountry: string;
  readonly nextId: () => string;
}
