import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { consentChanged, consentCreated } from '../events.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { type AcceptedTerms, acceptTerms, type SentTerms } from '../steps/accept-terms.ts';
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
  const { bankId, fundsChoices, fundsVault: vault } = ctx;
  const { customerNumber, employeeId, reason } = command;
  if (fundsChoices.of(bankId).origin !== 'bank') throw problems['agreement-not-offered']();
  const accepted = await acceptTerms(ctx, command.terms);
  return runCommand(ctx, async (work) => {
    // A merge, a death or an erasure is seen here, or follows this agreement.
    const standing = await lockStanding(work, { bankId, customerNumber });
    if (standing?.state !== 'living') throw problems['not-the-holder']();
    const consent = agreedConsent(ctx, command, { accepted, owner: standing.partyNumber });
    const { consentId } = consent;
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

/** The core named the holders a moment before: a customer who was merged meanwhile is among them under the former number. */
function agreedConsent(
  ctx: Context & FundsPorts,
  { customerNumber, organisationId, thirdPartyName }: RecordAgreement,
  { accepted, owner }: { readonly accepted: AcceptedTerms; readonly owner: string },
): StoredConsent {
  const { account } = accepted;
  const now = (number: string): string => (number === customerNumber ? owner : number);
  const [first] = account.holders;
  const holders = new Set(account.holders.map(now));
  if (!holders.has(owner)) throw problems['not-the-holder']();
  holders.delete(now(first));
  const held = { ...accepted, account: { ...account, holders: [now(first), ...holders] as const } };
  const asked = newConsent(ctx, held, { organisationId, thirdPartyName, origin: 'bank' });
  return { ...asked, owner, status: 'valid', approvedAt: ctx.clock.now() };
}
