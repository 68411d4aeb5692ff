import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isFinal } from '../domain/status.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { applyEvent } from '../steps/apply-event.ts';
import { lockAsOfNow } from '../steps/lock-as-of-now.ts';
import { listOpenIdsOfUser } from '../store/authorisations.store.ts';
import { deleteSeriesOfUser, deleteStrongAuthentication } from '../store/exemptions.store.ts';

/**
 * Ends what a user had begun to approve, after the user was suspended, closed or erased, and deletes what would exempt
 * later payments.
 */
export async function endApprovalsOfUser(
  ctx: Context & ScaPorts,
  { aggregateId: userId, name }: DeliveredEvent,
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    let count = 0;
    // In the order of their ids, so that two commands cannot deadlock.
    for (const authorisationId of await listOpenIdsOfUser(work, { bankId, userId })) {
      const { authorisation } = await lockAsOfNow(ctx, work, authorisationId);
      if (isFinal(authorisation.status)) continue;
      const event = { kind: 'ended', failure: 'cannot-sign' } as const;
      await applyEvent(ctx, work, { authorisation, event });
      count += 1;
    }
    deleteSeriesOfUser(work, { bankId, userId });
    // A user who comes back has to continue to count: the payments without a second factor happened.
    if (name === 'user-closed') deleteStrongAuthentication(work, { bankId, userId });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'approvals-ended', after: count }],
    });
  });
}
