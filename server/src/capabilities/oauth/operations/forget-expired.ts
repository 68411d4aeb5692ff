import type { Context } from '#platform/work/context.ts';
import { clockToleranceSeconds } from '../domain/lifetimes.ts';
import { deleteExpiredArtefacts } from '../store/artefacts.store.ts';
import { deleteExpiredMarkers } from '../store/replay-markers.store.ts';
import { deleteExpiredRevocations } from '../store/revocations.store.ts';
import { deleteGoneSigningKeys } from '../store/signing-keys.store.ts';

/** Batches in one run; the rest waits for the next minute. */
const batchesMax = 200;

/** Tidies up. What has expired was refused already when it was asked for; here it only makes room. */
export async function forgetExpired(ctx: Context): Promise<number> {
  const { bankId, db } = ctx;
  const now = ctx.clock.now();
  // Clocks differ: whoever is a little behind may still ask.
  const before = now.subtract({ seconds: 2 * clockToleranceSeconds });
  let forgotten = await deleteGoneSigningKeys(db, bankId, now);
  for (const deleteSome of [deleteExpiredArtefacts, deleteExpiredMarkers, deleteExpiredRevocations]) {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      const count = await deleteSome(db, bankId, before);
      forgotten += count;
      if (count === 0) break;
    }
  }
  return forgotten;
}
