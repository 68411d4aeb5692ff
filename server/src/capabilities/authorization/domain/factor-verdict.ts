import type { Temporal } from 'temporal-polyfill';

/** Outcome of a presented code or response. The attempt was counted, unless it is over. */
export type FactorVerdict =
  | { readonly kind: 'right' }
  | WrongFactor
  /** No attempt is possible: another code or challenge is needed. */
  | {
      readonly kind: 'over';
      readonly why: 'unknown' | 'used' | 'exhausted' | 'expired' | 'superseded' | 'void';
    }
  /** No attempt is possible with any factor of the user before this time. */
  | { readonly kind: 'over'; readonly why: 'locked-out'; readonly until: Temporal.Instant };

/** Outcome of a presented response to a challenge. */
export type ChallengeVerdict =
  | Exclude<FactorVerdict, { readonly kind: 'right' }>
  /** With the paired device that computed it; a token of the bank has none. */
  | { readonly kind: 'right'; readonly deviceId: string | undefined };

/** A wrong code or response. */
export interface WrongFactor {
  readonly kind: 'wrong';
  /** Attempts left at this code or challenge; without any, another one is needed. */
  readonly attemptsLeft: number;
  /** Set if this failure caused a lockout of all factors of the user. */
  readonly lockedUntil: Temporal.Instant | undefined;
}
