import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { deleteExpiredCorrections } from '../../store/pending-corrections.store.ts';
import { deleteUnusedWords } from '../../store/search-clean-up.store.ts';

/** Deletes corrections that expired without approval, and search words that no party uses. */
export async function cleanUpParties(ctx: Context): Promise<void> {
  return runCommand(ctx, async (work) => {
    deleteExpiredCorrections(work, ctx.bankId, ctx.clock.now());
    deleteUnusedWords(work);
    work.audit({ aggregateKind: 'party-index', aggregateId: ctx.bankId, changes: [] });
  });
}
