import { forgetResources } from '#capabilities/tpp-notifications/index.ts';
import { deleteUnsignedContents } from '#capabilities/tpp-quotas/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { deleteRequestMarks } from '#platform/work/request-marks.ts';
import { keptDays } from '../domain/policy.ts';
import { cleanUpBulks } from '../steps/clean-up-bulks.ts';
import { deleteEndedPayments } from '../store/due-payments.store.ts';
import { deleteContents } from '../store/ended-bulks.store.ts';

const deletedAtOnceMax = 200;
/** A bulk has up to a hundred rows of transfers. */
const contentsAtOnceMax = 20;

/**
 * Deletes payments that ended long ago, with the marks of the requests that made them, and the content of those that ended
 * unsigned.
 */
export async function cleanUpPayments(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: keptDays * 24 });
  let [count, last] = [0, deletedAtOnceMax];
  while (last >= deletedAtOnceMax) {
    last = await runCommand(ctx, async (work) => {
      const ids = await deleteEndedPayments(work, { bankId, before, max: deletedAtOnceMax });
      forgetResources(work, { bankId, kind: 'payment', resourceIds: ids });
      for (const paymentId of ids) deleteRequestMarks(work, ctx, paymentId);
      work.audit({
        aggregateKind: 'payment',
        aggregateId: bankId,
        changes: [{ field: 'deleted', after: ids.length }],
      });
      return ids.length;
    });
    count += last;
  }
  const contents = await deleteUnsignedContents(ctx, {
    kind: 'payment',
    max: contentsAtOnceMax,
    remove: (work, paymentIds) => deleteContents(work, { bankId, paymentIds }),
  });
  return count + contents + (await cleanUpBulks(ctx, before));
}
