import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { consentChanged, consentCreated } from '../events.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { acceptTerms, type SentTerms } from '../steps/accept-terms.ts';
import { newConsent } from '../steps/new-consent.ts';
import { insertConsent, type StoredConsent } from '../store/consents.store.ts';

/** An agreement that a customer made at the bank, as an employee records it. */
export interface RecordAgreement {
  readonly customerNumber: string;
  readonly terms: SentTerms;
  readonly organisationId: string;
  readonly thirdPartyName: string;
  readonly employeeId: string;
  readonly reason: string;
}

/** Records that a customer lets a third party ask about an account: valid at once. SPEC xs2a-2026 6 */
export async function recordAgreement(
  ctx: Context & FundsPorts,
  command: RecordAgreement,
): Promise<{ readonly consentId: string }> {
  const { bankId, clock, fundsChoices, fundsVault: vault } = ctx;
  const { customerNumber: owner, employeeId, organisationId, reason, thirdPartyName } = command;
  if (fundsChoices.of(bankId).origin !== 'bank') throw problems['agreement-not-offered']();
  const accepted = await acceptTerms(ctx, command.terms);
  if (!accepted.account.holders.includes(owner)) throw problems['not-the-holder']();
  const asked = newConsent(ctx, accepted, { organisationId, thirdPartyName, origin: 'bank' });
  const consent: StoredConsent = { ...asked, owner, status: 'valid', approvedAt: clock.now() };
  const { consentId } = consent;
  return runCommand(ctx, async (work) => {
    insertConsent(work, vault, bankId, consent);
    work.emit(consentCreated(consent));
    work.emit(consentChanged(consent, 'approved'));
    work.audit({
      aggregateKind: 'funds-consent',
      aggregateId: consentId,
      changes: [
        { field: 'status', after: consent.status },
        { field: 'employee', after: employeeId },
        { field: 'reason', after: reason },
      ],
    });
    return { consentId };
  });
}
