import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { tokensDeadAt } from '../domain/lifetimes.ts';
import { deleteExpiredArtefacts } from '../store/artefacts.store.ts';
import { insertRevocation } from '../store/revocations.store.ts';

/** Beyond the end of whatever was ever issued. */
const longAfterHours = 24 * 365;

/**
 * Ends every session, grant, code and refresh token of the bank, and voids every access token issued until now. For
 * the time after a restore, when nobody can say which of them had been ended. How many there were.
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
    insertRevocation(work, {
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
