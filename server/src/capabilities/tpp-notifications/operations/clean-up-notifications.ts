import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { keptDays } from '../domain/policy.ts';
import { deleteEnded } from '../store/notifications.store.ts';

const deletedAtOnceMax = 1_000;

/** Deletes messages that ended long ago. Addresses are deleted with their resources. */
export async function cleanUpNotifications(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: keptDays * 24 });
  let [count, last] = [0, deletedAtOnceMax];
  while (last >= deletedAtOnceMax) {
    last = await runCommand(ctx, async (work) => {
      const deleted = await deleteEnded(work, { bankId, before, max: deletedAtOnceMax });
      work.audit({
        aggregateKind: 'notifications',
        aggregateId: bankId,
        changes: [{ field: 'deleted', after: deleted }],
      });
      return deleted;
    });
    count += last;
  }
  return count;
}
