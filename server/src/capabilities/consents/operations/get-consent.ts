import type { Context } from '#platform/work/context.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { loadOwnConsent } from '../steps/load-consent.ts';
import type { StoredConsent } from '../store/consents.store.ts';

/** Names a consent. */
export interface NamedConsent {
  readonly consentId: string;
}

/** A consent, and the day of its last change where the bank is. */
export interface ReadConsent {
  readonly consent: StoredConsent;
  readonly lastActionDate: string;
}

/** Returns a consent to the third party that asked for it, with what the bank granted. */
export async function getConsent(
  ctx: Context & ConsentsPorts,
  { consentId }: NamedConsent,
): Promise<ReadConsent> {
  const consent = await loadOwnConsent(ctx, consentId);
  const { timeZone } = ctx.consentsChoices.of(ctx.bankId);
  const lastActionDate = consent.changedAt.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return { consent, lastActionDate };
}
