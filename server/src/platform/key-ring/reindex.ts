import type { IndexWalk } from './index-walk.ts';
import { beginOrResume, finishReplacement, type ReplacementNeeds, rewrapKeys } from './replacement.ts';
import { walkRows } from './walk-rows.ts';

/**
 * Recomputes every blind index of a bank under new keys while all processes keep running: look-ups use old and new
 * indexes until it is done. After a crash, the same call resumes.
 */
export async function reindexBank(
  needs: ReplacementNeeds,
  bankId: string,
  walks: readonly IndexWalk[],
): Promise<void> {
  const classes = needs.classes.filter(({ use }) => use === 'index');
  const action = 'reindex';
  await rewrapKeys(needs, bankId);
  await beginOrResume(needs, bankId, { action, classes });
  for (const walk of walks) await walkRows(needs, bankId, { action, table: walk });
  await finishReplacement(needs, bankId, { action, classes });
}
