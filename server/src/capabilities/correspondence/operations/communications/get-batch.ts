import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { type DeliveryStatus, deliveryStatuses } from '../../domain/literals.ts';
import { batchCountMax } from '../../domain/policy.ts';
import { senderScope } from '../../steps/callers.ts';
import { countBatch } from '../../store/batches.read.ts';

/** How many communications of a batch have which status. */
export interface BatchSummary {
  readonly batchId: string;
  readonly totalCount: number;
  /** Whether there are more than were counted. */
  readonly isEstimate: boolean;
  readonly items: readonly { readonly status: DeliveryStatus; readonly count: number }[];
}

/** Counts the communications of a batch by status; a batch of another sender is not found. */
export async function getBatch(
  { bankId, caller, db }: Context,
  { batchId }: { readonly batchId: string },
): Promise<BatchSummary> {
  const counts = await countBatch(db, {
    bankId,
    batchId,
    senderId: senderScope(caller),
    countMax: batchCountMax + 1,
  });
  const counted = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (counted === 0) throw standardProblems['not-found']();
  return {
    batchId,
    totalCount: Math.min(counted, batchCountMax),
    isEstimate: counted > batchCountMax,
    items: deliveryStatuses.map((status) => ({ status, count: counts.get(status) ?? 0 })),
  };
}
