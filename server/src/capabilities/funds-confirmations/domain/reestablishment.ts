import { Temporal } from 'temporal-polyfill';
import type { ConsentStatus } from './consent.ts';

/** What decides whether a withdrawn consent can be re-established. */
export interface WithdrawnConsent {
  readonly status: ConsentStatus;
  /** When its status changed last. */
  readonly changedAt: Temporal.Instant;
  readonly withdrawnBy: string | undefined;
}

/**
 * Returns until when a user can re-establish a consent; undefined if that is not possible at all. Only the user who
 * withdrew it can, so that neither a proxy nor a second signer undoes the decision of another. SPEC xs2a-2026 4
 */
export function reestablishableUntil(
  { changedAt, status, withdrawnBy }: WithdrawnConsent,
  userId: string,
  hours: number,
): Temporal.Instant | undefined {
  if (status !== 'revokedByPsu' || withdrawnBy !== userId || hours === 0) return undefined;
  return changedAt.add({ hours });
}

/** Facts beside the consent, as they are in the transaction that re-establishes it. */
export interface ReestablishFacts {
  readonly userId: string;
  readonly now: Temporal.Instant;
  /** When the user approved with a second factor. */
  readonly provenAt: Temporal.Instant;
  /** How long the bank allows it; 0 turns it off. */
  readonly hours: number;
  /** Whether the owner lives and was not merged. */
  readonly isOwnerPresent: boolean;
  /** Whether the user who gave the consent, and the one who withdrew it, may act. */
  readonly areUsersActive: boolean;
  /** Whether the mandate holds by which a proxy gave it; true where no proxy did. */
  readonly hasMandate: boolean;
}

/** Why a consent is not re-established. */
export type ReestablishRefusal =
  | 'not-withdrawn'
  | 'too-late'
  /** The factor is older than the withdrawal, so it approved something else. */
  | 'not-proven'
  | 'owner-gone'
  | 'user-inactive'
  | 'mandate-lost';

/** Returns why a consent cannot be re-established; undefined if it can. */
export function refuseReestablishment(
  consent: WithdrawnConsent,
  facts: ReestablishFacts,
): ReestablishRefusal | undefined {
  const until = reestablishableUntil(consent, facts.userId, facts.hours);
  if (until === undefined) return 'not-withdrawn';
  if (Temporal.Instant.compare(facts.now, until) >= 0) return 'too-late';
  if (Temporal.Instant.compare(facts.provenAt, consent.changedAt) < 0) return 'not-proven';
  if (!facts.isOwnerPresent) return 'owner-gone';
  if (!facts.areUsersActive) return 'user-inactive';
  return facts.hasMandate ? undefined : 'mandate-lost';
}
