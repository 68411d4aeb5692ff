import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isFinal } from '../domain/consent.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { auditChange } from '../steps/apply-event.ts';
import { findVisibleHead } from '../steps/customer-consents.ts';
import { endOpenConsent } from '../steps/end-open-consent.ts';
import { asOfNow } from '../steps/load-consent.ts';
import type { CustomerConsentKey } from './view-customer-funds-consent.ts';

/** `ended`: another end came first. */
export type Withdrawal = 'withdrawn' | 'ended' | 'unknown';

/**
 * Withdraws a consent for its customer: as soon as the response is sent, the third party gets no answer any more. Needs no second
 * factor, and may be repeated. SPEC xs2a-2026 4
 */
export async function withdrawFundsConsent(
  ctx: Context & FundsPorts,
  { consentId, viewer }: CustomerConsentKey,
): Promise<Withdrawal> {
  const found = await findVisibleHead(ctx, consentId, viewer);
  if (found === undefined) return 'unknown';
  const open = asOfNow(found, ctx.clock.now());
  const { status } = open;
  if (isFinal(status)) return status === 'revokedByPsu' ? 'withdrawn' : 'ended';
  return runCommand(ctx, async (work) => {
    const ended = await endOpenConsent(ctx, work, {
      found: open,
      event: { kind: 'withdrawn' },
      changeOf: (head) => (head.status === 'valid' ? { withdrawnBy: viewer.userId } : {}),
    });
    if (ended === undefined) throw new Error(`consent ${consentId} is gone`);
    const { after, before } = ended;
    auditChange(work, before, after ?? before);
    return after === undefined && before.status !== 'revokedByPsu' ? 'ended' : 'withdrawn';
  });
}
