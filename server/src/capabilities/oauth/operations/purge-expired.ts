import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { clockToleranceSeconds } from '../domain/lifetimes.ts';
import { deleteExpiredArtefacts } from '../store/artefacts.store.ts';
import { deleteExpiredMarkers } from '../store/replay-markers.store.ts';
import { deleteExpiredRevocations } from '../store/revocations.store.ts';
import { deleteGoneSigningKeys } from '../store/signing-keys.store.ts';

/** Batches in one run; the rest waits for the next minute. */
const batchesMax = 200;

/** Tidies up. What has expired was refused already when it was asked for; here it only makes room. */
export async function purgeExpired(ctx: Context): Promise<number> {
  const { bankId, db } = ctx;
  const now = ctx.clock.now();
  // Clocks differ: whoever is a little behind may still ask.
  const before = now.subtract({ seconds: 2 * clockToleranceSeconds });
  const kinds = new Map<string, () => Promise<number>>([
    ['signing-keys', () => deleteGoneSigningKeys(db, bankId, now)],
    ['artefacts', () => inBatches(() => deleteExpiredArtefacts(db, bankId, before))],
    ['replay-markers', () => inBatches(() => deleteExpiredMarkers(db, bankId, before))],
    ['revocations', () => inBatches(() => deleteExpiredRevocations(db, bankId, before))],
  ]);
  let forgotten = 0;
  // One kind that cannot be deleted must not let the others grow.
  const rows = await openRowWork(ctx, 'forget-expired');
  await rows.forEach({ keys: [...kinds.keys()], areAll: true }, async (kind) => {
    forgotten += (await kinds.get(kind)?.()) ?? 0;
  });
  return forgotten;
}

async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const count = await deleteSome();
    deleted += count;
    if (count === 0) break;
  }
  return deleted;
}
