import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { deleteStatesOfUser } from '../../store/mailbox.store.ts';

/** Follows the end of a user: what the user read and archived is deleted. The messages belong to the customer and stay. */
export async function followUser(ctx: Context, { aggregateId: userId, name }: DeliveredEvent): Promise<void> {
  await runCommand(ctx, async (work) => {
    deleteStatesOfUser(work, { bankId: ctx.bankId, userId });
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [{ field: name, after: 'deleted' }] });
  });
}
