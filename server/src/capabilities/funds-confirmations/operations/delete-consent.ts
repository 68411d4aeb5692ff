import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isFinal } from '../domain/consent.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { auditChange } from '../steps/apply-event.ts';
import { endOpenConsent } from '../steps/end-open-consent.ts';
import { loadOwnHead } from '../steps/load-consent.ts';
import type { NamedConsent } from './get-consent.ts';

/** Ends a consent for the third party that asked for it; one that has ended stays as it is. SPEC xs2a 1.4 */
export async function deleteConsent(ctx: Context & FundsPorts, { consentId }: NamedConsent): Promise<void> {
  const found = await prepareCommand(ctx, () => loadOwnHead(ctx, consentId));
  if (isFinal(found.status)) return;
  await runCommand(ctx, async (work) => {
    const ended = await endOpenConsent(ctx, work, { found, event: { kind: 'terminated' } });
    if (ended === undefined) throw problems['consent-unknown']();
    auditChange(work, ended.before, ended.after ?? ended.before);
  });
}
