import { Temporal } from 'temporal-polyfill';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { isUnapproved } from '../domain/consent.ts';
import { reestablishableUntil } from '../domain/reestablishment.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { asOfNow } from '../steps/load-consent.ts';
import { findConsentHead } from '../store/consents.store.ts';

/** How far a consent is, for the tokens that stand for it. */
export type FundsConsentStanding =
  | { readonly kind: 'open' }
  /** Withdrawn; the customer may re-establish it until then. */
  | { readonly kind: 'suspended'; readonly until: Temporal.Instant }
  | { readonly kind: 'over' };

/** Returns how far a consent is at this moment. */
export async function standingOfFundsConsent(
  { bankId, clock, db, fundsChoices }: Context & Pick<FundsPorts, 'fundsChoices'>,
  consentId: string,
): Promise<FundsConsentStanding> {
  const found = isUuid(consentId) ? await findConsentHead(db, { bankId, consentId }) : undefined;
  if (found === undefined) return { kind: 'over' };
  const now = clock.now();
  const head = asOfNow(found, now);
  const { status, withdrawnBy } = head;
  if (status === 'valid' || isUnapproved(status)) return { kind: 'open' };
  const { reestablishHours } = fundsChoices.of(bankId);
  const until =
    withdrawnBy === undefined ? undefined : reestablishableUntil(head, withdrawnBy, reestablishHours);
  return until !== undefined && Temporal.Instant.compare(now, until) < 0
    ? { kind: 'suspended', until }
    : { kind: 'over' };
}
