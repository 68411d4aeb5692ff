import type { Day, Moment } from './facts.ts';

/** When, where and with which ids a rule is applied; rules themselves know no clock and no chance. */
export interface RuleContext {
  readonly today: Day;
  readonly now: Moment;
  /** Where a wish was expressed: the client that sent it. */
  readonly channel: string;
  /** The bank's own country. */
  readonly bankCountry: string;
  readonly nextId: () => string;
}
