import type { Context } from '#platform/work/context.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { loadOwnHead } from '../steps/load-consent.ts';
import type { NamedConsent } from './get-consent.ts';

/** Returns the status of a consent to the third party that asked for it, also after its end. */
export async function getConsentStatus(
  ctx: Context & FundsPorts,
  { consentId }: NamedConsent,
): Promise<ConsentStatus> {
  return (await loadOwnHead(ctx, consentId)).status;
}
