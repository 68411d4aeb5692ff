import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { approvalKeptHours } from '../../domain/approval-policy.ts';
import { deleteOldApprovals } from '../../store/approvals.store.ts';

const deletedAtOnceMax = 500;

/** Deletes requests to devices that ended a day ago. */
export async function cleanUpApprovals(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: approvalKeptHours });
  let [count, last] = [0, deletedAtOnceMax];
  while (last >= deletedAtOnceMax) {
    last = await runCommand(ctx, async (work) => {
      const deleted = await deleteOldApprovals(work, { bankId, before, max: deletedAtOnceMax });
      work.audit({
        aggregateKind: 'approval',
        aggregateId: bankId,
        changes: [{ field: 'deleted', after: deleted }],
      });
      return deleted;
    });
    count += last;
  }
  return count;
}
