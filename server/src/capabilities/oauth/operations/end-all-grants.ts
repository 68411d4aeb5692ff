import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { tokensDeadAt } from '../domain/lifetimes.ts';
import { deleteExpiredArtefacts } from '../store/artefacts.store.ts';
import { upsertRevocation } from '../store/revocations.store.ts';

/** Later than the expiry of any artefact. */
const longAfterHours = 24 * 365;

/**
 * Ends all sessions, grants, codes and refresh tokens of the bank, and voids all access tokens issued until now. For
 * use after a restore, when the database no longer shows which of them had ended. Returns the number of deleted
 * artefacts.
 */
export async function endAllGrants(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  let ended = 0;
  let batch: number;
  do {
    batch = await deleteExpiredArtefacts(db, bankId, now.add({ hours: longAfterHours }));
    ended += batch;
  } while (batch > 0);
  await runCommand(ctx, async (work) => {
    upsertRevocation(work, {
      bankId,
      kind: 'bank',
      value: bankId,
      revokedAt: now,
      expiresAt: tokensDeadAt(now),
    });
    work.audit({
      aggregateKind: 'bank',
      aggregateId: bankId,
      changes: [{ field: 'grants', after: 'ended' }],
    });
  });
  return ended;
}
