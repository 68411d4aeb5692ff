import type { IndexWalk } from './index-walk.ts';
import { beginOrResume, finishReplacement, type ReplacementNeeds, rewrapKeys } from './replacement.ts';
import { walkRows } from './walk-rows.ts';

/**
 * Makes every look-up index of a bank anew under new keys while everything keeps running: look-ups ask for old and new
 * indexes until it is done. After a crash, the same call goes on where it stopped.
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
