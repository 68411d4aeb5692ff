import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { deleteExpiredContents, hasPurgeable } from '../../store/retention.store.ts';

/** Batch size that does not disturb other transactions. */
const batchSize = 1_000;

/** Purges expired codes and messages past their retention. Called by the scheduler. */
export async function cleanUpCorrespondence(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  let purged = 0;
  while (await hasPurgeable(db, bankId, clock.now())) {
    const many = await runCommand(ctx, async (work) => {
      const count = await deleteExpiredContents(work, { bankId, now: clock.now(), count: batchSize });
      work.audit({
        aggregateKind: 'retention',
        aggregateId: 'content',
        changes: [{ field: 'purged', after: count }],
      });
      return count;
    });
    purged += many;
    // Skips locked rows; the next run purges them.
    if (many === 0) break;
  }
  return purged;
}
