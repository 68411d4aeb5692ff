import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { closedRetentionDays } from '../../domain/policy.ts';
import { deleteOldRequests } from '../../store/change-request-lists.store.ts';
import { deleteOldActions } from '../../store/pending-action-lists.store.ts';

const deletedAtOnceMax = 200;
const dayHours = 24;

/** Deletes change requests and actions that were closed long ago. */
export async function cleanUpClient(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const old = {
    bankId,
    before: clock.now().subtract({ hours: closedRetentionDays * dayHours }),
    limit: deletedAtOnceMax,
  };
  let [count, last] = [0, deletedAtOnceMax];
  while (last >= deletedAtOnceMax) {
    last = await runCommand(ctx, async (work) => {
      const requests = await deleteOldRequests(work, old);
      const actions = await deleteOldActions(work, old);
      work.audit({
        aggregateKind: 'client',
        aggregateId: bankId,
        changes: [
          { field: 'change-requests-deleted', after: requests },
          { field: 'pending-actions-deleted', after: actions },
        ],
      });
      return Math.max(requests, actions);
    });
    count += last;
  }
  return count;
}
