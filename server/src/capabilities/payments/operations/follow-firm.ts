import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { copyOptOut, deleteOptOut } from '../store/payee-opt-outs.store.ts';

/** Lets an opt-out follow its firm: to the surviving record of a merge; that of an erased firm is deleted. */
export async function followFirm(ctx: Context, { aggregateId, data }: DeliveredEvent): Promise<void> {
  const { bankId } = ctx;
  const customerNumber = aggregateId;
  const { reference } = data;
  await runCommand(ctx, async (work) => {
    if (typeof reference === 'string') {
      const standing = await lockStanding(work, { bankId, customerNumber: reference });
      if (standing?.state === 'living')
        await copyOptOut(work, { bankId, customerNumber, survivor: standing.partyNumber });
    }
    const isRemoved = await deleteOptOut(work, { bankId, customerNumber });
    work.audit({
      aggregateKind: 'customer',
      aggregateId: customerNumber,
      changes: [{ field: 'payee-opt-out', before: isRemoved, after: false }],
    });
  });
}
