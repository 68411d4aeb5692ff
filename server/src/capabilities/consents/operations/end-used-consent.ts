import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { countTargetsUsed, countUse } from '../store/access-uses.store.ts';
import { lockConsentHead } from '../store/consents.store.ts';
import type { UsableConsent } from './check-consent.ts';

/** Everything that a consent for one access allows, by the names under which uses are counted. */
export interface EndUsedConsent {
  readonly consent: UsableConsent;
  readonly targets: readonly string[];
  /** One of them that was read to its end by several requests, of which only the first is counted. */
  readonly finished?: string;
}

/** Ends a consent for one access when everything that it allows was read. SPEC xs2a 6.6 */
export async function endUsedConsent(
  ctx: Context & ConsentsPorts,
  { consent: { approvedAt, consentId }, finished, targets }: EndUsedConsent,
): Promise<void> {
  const { bankId, consentsChoices, db } = ctx;
  const day = approvedAt.toZonedDateTimeISO(consentsChoices.of(bankId).timeZone).toPlainDate();
  if (finished !== undefined) await countUse(db, { bankId, consentId, day, target: finished, usesMax: 1 });
  if ((await countTargetsUsed(db, { bankId, consentId, targets })) < targets.length) return;
  await runCommand(ctx, async (work) => {
    const head = await lockConsentHead(work, { bankId, consentId });
    // It may have been erased with its owner meanwhile.
    if (head === undefined) return;
    const after = applyEvent(ctx, work, { head, event: { kind: 'ran-out' } });
    auditChange(work, head, after ?? head);
  });
}
