import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { raiseEpoch } from '../store/sync-epochs.store.ts';

/** Said once after a restore into another cluster, before anything is changed there. */
export async function raiseSyncEpoch(ctx: Context): Promise<void> {
  return runCommand(ctx, async (work) => {
    raiseEpoch(work);
    work.audit({ aggregateKind: 'sync-epoch', aggregateId: ctx.bankId, changes: [{ field: 'epoch' }] });
  });
}
