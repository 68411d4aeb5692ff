import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { clockToleranceSeconds } from '../domain/lifetimes.ts';
import { deleteExpiredArtefacts } from '../store/artefacts.store.ts';
import { deleteExpiredMarkers } from '../store/replay-markers.store.ts';
import { deleteExpiredResourceGrants } from '../store/resource-grants.store.ts';
import { deleteExpiredRevocations } from '../store/revocations.store.ts';
import { deleteExpiredSigningKeys } from '../store/signing-keys.store.ts';

/** Batches per run; the next run, a minute later, deletes the rest. */
const batchesMax = 200;

/** Deletes expired rows to free space. Lookups already refuse expired artefacts. */
export async function purgeExpired(ctx: Context): Promise<number> {
  const { bankId, db } = ctx;
  const now = ctx.clock.now();
  // Instances whose clock is behind may still request these rows.
  const before = now.subtract({ seconds: 2 * clockToleranceSeconds });
  const kinds = new Map<string, () => Promise<number>>([
    ['signing-keys', () => deleteExpiredSigningKeys(db, bankId, now)],
    ['artefacts', () => inBatches(() => deleteExpiredArtefacts(db, bankId, before))],
    ['replay-markers', () => inBatches(() => deleteExpiredMarkers(db, bankId, before))],
    ['resource-grants', () => inBatches(() => deleteExpiredResourceGrants(db, bankId, before))],
    ['revocations', () => inBatches(() => deleteExpiredRevocations(db, bankId, before))],
  ]);
  let deletedTotal = 0;
  // If deleting one kind fails, the others are still deleted.
  const rows = await openRowWork(ctx, 'purge-expired');
  await rows.forEach({ keys: [...kinds.keys()], areAll: true }, async (kind) => {
    deletedTotal += (await kinds.get(kind)?.()) ?? 0;
  });
  return deletedTotal;
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
