import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { deleteSigningOfOwner } from '../../store/signing-removal.store.ts';

/** Follows the erasure of an owner: who signed for it, who was absent and why is deleted. Its signatures are evidence and stay. */
export async function followOwner(ctx: Context, { aggregateId: owner, name }: DeliveredEvent): Promise<void> {
  await runCommand(ctx, async (work) => {
    deleteSigningOfOwner(work, { bankId: ctx.bankId, owner });
    work.audit({
      aggregateKind: 'party',
      aggregateId: owner,
      changes: [{ field: name, after: 'signing-history-deleted' }],
    });
  });
}
