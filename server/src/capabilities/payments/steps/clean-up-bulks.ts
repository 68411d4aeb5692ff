import type { Temporal } from 'temporal-polyfill';
import { forgetResources } from '#capabilities/tpp-notifications/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { deleteRequestMarks } from '#platform/work/request-marks.ts';
import { deleteBulk, deleteEntries, listEndedBulks } from '../store/ended-bulks.store.ts';

const listMax = 20;
/** Transfers of one transaction: a large bulk is deleted by several. */
const entriesAtOnce = 2_000;

/** Deletes bulks that ended before a time, with their transfers and the marks of their requests; returns how many. */
export async function cleanUpBulks(ctx: Context, before: Temporal.Instant): Promise<number> {
  const { bankId, db } = ctx;
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    const ids = await listEndedBulks(db, { bankId, before, listMax });
    for (const paymentId of ids) await removeBulk(ctx, paymentId);
    last = ids.length;
    count += last;
  }
  return count;
}

async function removeBulk(ctx: Context, paymentId: string): Promise<void> {
  const key = { bankId: ctx.bankId, paymentId };
  let last = entriesAtOnce;
  while (last >= entriesAtOnce)
    last = await runCommand(ctx, async (work) => {
      const deleted = await deleteEntries(work, { ...key, max: entriesAtOnce });
      if (deleted < entriesAtOnce) {
        deleteBulk(work, key);
        forgetResources(work, { bankId: ctx.bankId, kind: 'payment', resourceIds: [paymentId] });
        deleteRequestMarks(work, ctx, paymentId);
      }
      work.audit({
        aggregateKind: 'payment',
        aggregateId: paymentId,
        changes: [{ field: 'entries-deleted', after: deleted }],
      });
      return deleted;
    });
}
