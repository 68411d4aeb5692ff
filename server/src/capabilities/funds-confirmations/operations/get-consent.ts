import type { Context } from '#platform/work/context.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { loadOwnConsent } from '../steps/load-consent.ts';
import type { StoredConsent } from '../store/consents.store.ts';

/** Names a consent. */
export interface NamedConsent {
  readonly consentId: string;
}

/** Returns a consent to the third party that asked for it. */
export async function getConsent(
  ctx: Context & FundsPorts,
  { consentId }: NamedConsent,
): Promise<StoredConsent> {
  return loadOwnConsent(ctx, consentId);
}
