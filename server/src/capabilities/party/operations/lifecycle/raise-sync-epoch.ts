import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { raiseEpoch } from '../../store/sync-epochs.store.ts';

/** Starts a new sync epoch. Run once after a restore into another cluster, before any change is made there. */
export async function raiseSyncEpoch(ctx: Context): Promise<void> {
  return runCommand(ctx, async (work) => {
    raiseEpoch(work);
    work.audit({ aggregateKind: 'sync-epoch', aggregateId: ctx.bankId, changes: [{ field: 'epoch' }] });
  });
}
