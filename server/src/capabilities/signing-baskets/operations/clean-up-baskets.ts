import { forgetResources } from '#capabilities/tpp-notifications/index.ts';
import { deleteUnsignedContents } from '#capabilities/tpp-quotas/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { keptDays } from '../domain/policy.ts';
import { deleteEndedBaskets } from '../store/ended-baskets.store.ts';

const deletedAtOnceMax = 200;

/** Deletes baskets that ended long ago; those that ended unsigned stop to count for their third parties a day later. */
export async function cleanUpBaskets(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: keptDays * 24 });
  let [count, last] = [0, deletedAtOnceMax];
  while (last >= deletedAtOnceMax) {
    last = await runCommand(ctx, async (work) => {
      const basketIds = await deleteEndedBaskets(work, { bankId, before, max: deletedAtOnceMax });
      forgetResources(work, { bankId, kind: 'signing-basket', resourceIds: basketIds });
      const deleted = basketIds.length;
      work.audit({
        aggregateKind: 'signing-basket',
        aggregateId: bankId,
        changes: [{ field: 'deleted', after: deleted }],
      });
      return deleted;
    });
    count += last;
  }
  const released = await deleteUnsignedContents(ctx, {
    kind: 'signing-basket',
    max: deletedAtOnceMax,
    remove: () => {
      // A basket has no content but its members.
    },
  });
  return count + released;
}
