import { forgetResources } from '#capabilities/tpp-notifications/index.ts';
import { deleteUnsignedContents } from '#capabilities/tpp-quotas/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { countedHours, keptDays } from '../domain/policy.ts';
import { deleteOldQuestions } from '../store/asked-accounts.store.ts';
import { deleteOldDays } from '../store/asked-days.store.ts';
import { deleteContents, deleteEndedConsents } from '../store/ending-consents.store.ts';

const max = 200;

/**
 * Deletes consents that ended long ago, days of questions as old, questions that no limit needs any more, and the content
 * of consents that ended unsigned.
 */
export async function cleanUpFundsConfirmations(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const before = clock.now().subtract({ hours: keptDays * 24 });
  const firstKeptDay = before.toZonedDateTimeISO('UTC').toPlainDate();
  const counted = clock.now().subtract({ hours: countedHours });
  let [count, last] = [0, max];
  while (last >= max) {
    const questions = await deleteOldQuestions(db, { bankId, before: counted, max });
    const ended = await runCommand(ctx, async (work) => {
      const consentIds = await deleteEndedConsents(work, { bankId, before, max });
      forgetResources(work, { bankId, kind: 'funds-confirmation-consent', resourceIds: consentIds });
      const consents = consentIds.length;
      const days = await deleteOldDays(work, { bankId, before: firstKeptDay, max });
      work.audit({
        aggregateKind: 'funds-consent',
        aggregateId: bankId,
        changes: [
          { field: 'deleted', after: consents },
          { field: 'days-deleted', after: days },
        ],
      });
      return consents + days;
    });
    last = questions + ended;
    count += last;
  }
  const contents = await deleteUnsignedContents(ctx, {
    kind: 'funds-confirmation-consent',
    max,
    remove: (work, consentIds) => deleteContents(work, { bankId, consentIds }),
  });
  return count + contents;
}
