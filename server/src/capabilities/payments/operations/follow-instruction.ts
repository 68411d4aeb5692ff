import { knownStates } from '#capabilities/core-banking/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { recordCoreState } from '../steps/record-core-state.ts';
import { recordEntryState } from '../steps/record-entry-state.ts';

/** Follows the core: an instruction of a payment of ours was taken over, settled, rejected or cancelled. */
export async function followInstruction(ctx: Context, { aggregateId, data }: DeliveredEvent): Promise<void> {
  const { reason } = data;
  const state = knownStates.find((one) => one === data['state']);
  if (state === undefined || !isUuid(aggregateId)) return;
  const report = { state, reason: typeof reason === 'string' ? reason : undefined };
  if (await recordEntryState(ctx, { ...report, entryId: aggregateId })) return;
  await recordCoreState(ctx, { ...report, paymentId: aggregateId });
}
