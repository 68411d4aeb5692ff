import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { deleteExpiredCorrections } from '../store/pending-corrections.store.ts';
import { purgeUnusedWords } from '../store/search-clean-up.store.ts';

/** Takes out what nobody needs any more: corrections nobody confirmed, and words no party has. */
export async function cleanUpParties(ctx: Context): Promise<void> {
  return runCommand(ctx, async (work) => {
    deleteExpiredCorrections(work, ctx.bankId, ctx.clock.now());
    purgeUnusedWords(work);
    work.audit({ aggregateKind: 'party-index', aggregateId: ctx.bankId, changes: [] });
  });
}
