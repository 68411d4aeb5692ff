import type { Temporal } from 'temporal-polyfill';

/** The customer is signed in. */
export interface Finished {
  readonly kind: 'finished';
  readonly userId: string;
  readonly assurance: '1fa' | 'sca';
  /** RFC 8176 */
  readonly methods: readonly string[];
  readonly at: Temporal.Instant;
  /** Stored by the browser; identifies it at the next sign-in. */
  readonly browserSecret: string;
  /** Authenticates the session on the bank's own page. */
  readonly sessionSecret: string;
  /** With this secret the browser gets the same response again, for one minute. */
  readonly nextSecret: string;
}
