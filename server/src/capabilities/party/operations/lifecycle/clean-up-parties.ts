import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { deleteExpiredCorrections } from '../../store/pending-corrections.store.ts';
import { deleteUnusedWords } from '../../store/search-clean-up.store.ts';

/** Words per transaction. */
const wordsMax = 2_000;
/** Bounds a run to 100,000 words; the next run continues behind them. */
const roundsMax = 50;

/** Deletes corrections that expired without approval, and search words that no party uses. */
export async function cleanUpParties(ctx: Context): Promise<void> {
  await runCommand(ctx, async (work) => {
    deleteExpiredCorrections(work, ctx.bankId, ctx.clock.now());
    work.audit({ aggregateKind: 'party-index', aggregateId: ctx.bankId, changes: [] });
  });
  for (let round = 0; round < roundsMax; round += 1)
    if ((await deleteUnusedWords(ctx.db, wordsMax)) < wordsMax) break;
}
