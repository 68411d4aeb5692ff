import type { Temporal } from 'temporal-polyfill';

/** A day on which a third party read under a consent. */
export interface AccessDay {
  readonly day: Temporal.PlainDate;
  /** The customer asked for a read. */
  readonly isAttended: boolean;
  /** The third party read without the customer. */
  readonly isUnattended: boolean;
}

/** Days on which a third party read under one of the consents. */
export interface ConsentDay extends AccessDay {
  readonly consentId: string;
}
