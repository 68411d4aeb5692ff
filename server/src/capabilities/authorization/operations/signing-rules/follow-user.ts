import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { deleteSigningOfUser } from '../../store/signing-removal.store.ts';

/**
 * Follows the end of a user: absences, former memberships and texts about them are deleted. The open signatures of the
 * user were withdrawn before, so none counts by them any more.
 */
export async function followUser(ctx: Context, { aggregateId: userId, name }: DeliveredEvent): Promise<void> {
  await runCommand(ctx, async (work) => {
    deleteSigningOfUser(work, { bankId: ctx.bankId, userId });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: name, after: 'signing-history-deleted' }],
    });
  });
}
