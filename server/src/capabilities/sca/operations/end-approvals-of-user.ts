import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isFinal } from '../domain/status.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { applyEvent } from '../steps/apply-event.ts';
import { lockAsOfNow } from '../steps/lock-as-of-now.ts';
import { listOpenIdsOfUser } from '../store/authorisations.store.ts';

/** Ends what a user had begun to approve, after the user was suspended, closed or erased. */
export async function endApprovalsOfUser(
  ctx: Context & ScaPorts,
  { aggregateId: userId }: DeliveredEvent,
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
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'approvals-ended', after: count }],
    });
  });
}
