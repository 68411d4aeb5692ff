import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type ConsentStatus, isFinal } from '../domain/consent.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { endOpenConsent } from '../steps/end-open-consent.ts';
import { asOfNow } from '../steps/load-consent.ts';
import { findConsentHead } from '../store/consents.store.ts';

/** An employee ends a consent for its customer. */
export interface EndConsent {
  readonly consentId: string;
  readonly employeeId: string;
  readonly reason: string;
}

export interface EndedConsent {
  readonly status: ConsentStatus;
  /** Whether it had ended before. */
  readonly wasOver: boolean;
}

/** Ends a consent for the bank: from now on the third party gets no answer. One that has ended stays as it is. */
export async function endFundsConsent(
  ctx: Context & FundsPorts,
  { consentId, employeeId, reason }: EndConsent,
): Promise<EndedConsent> {
  const { bankId, clock, db } = ctx;
  const found = isUuid(consentId) ? await findConsentHead(db, { bankId, consentId }) : undefined;
  if (found === undefined) throw problems['consent-unknown']();
  const open = asOfNow(found, clock.now());
  const { status } = open;
  if (isFinal(status)) return { status, wasOver: true };
  return runCommand(ctx, async (work) => {
    const ended = await endOpenConsent(ctx, work, { found: open, event: { kind: 'revoked' } });
    if (ended === undefined) throw problems['consent-unknown']();
    const { after, before } = ended;
    work.audit({
      aggregateKind: 'funds-consent',
      aggregateId: consentId,
      changes: [
        { field: 'status', before: before.status, after: (after ?? before).status },
        { field: 'employee', after: employeeId },
        { field: 'reason', after: reason },
      ],
    });
    return { status: (after ?? before).status, wasOver: after === undefined };
  });
}
