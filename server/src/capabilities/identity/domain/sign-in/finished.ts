import type { Temporal } from 'temporal-polyfill';

/** The customer is signed in. */
export interface Finished {
  readonly kind: 'finished';
  readonly userId: string;
  readonly assurance: '1fa' | 'sca';
  /** RFC 8176 */
  readonly methods: readonly string[];
  readonly at: Temporal.Instant;
  /** What the browser keeps, to be known again. */
  readonly browserSecret: string;
  /** Opens the bank's own page. */
  readonly sessionSecret: string;
  /** With it the browser is given this answer again, for a minute. */
  readonly nextSecret: string;
}
