import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { tokensDeadAt } from '../domain/lifetimes.ts';
import { grantEndedEvent } from '../events.ts';
import { grantClaim } from '../store/artefact-names.ts';
import { deleteGrantFamily, findArtefact, lockGrant } from '../store/artefacts.store.ts';
import { upsertRevocation } from '../store/revocations.store.ts';

export interface EndGrant {
  readonly grantHash: Buffer;
  /** `reuse`: a single-use artefact was used twice, so the other tokens of the grant may be stolen. */
  readonly reason: 'ended' | 'reuse';
}

/** Ends a grant and everything issued from it: codes and refresh tokens at once, access tokens within seconds. */
export async function endGrant(ctx: Context, { grantHash, reason }: EndGrant): Promise<void> {
  const { bankId, db } = ctx;
  // Already ended: the server refuses what remains of the grant, because it finds no grant.
  if ((await findArtefact(db, { bankId, kind: 'Grant', hash: grantHash })) === undefined) return;
  const grant = grantClaim(grantHash);
  const now = ctx.clock.now();
  await runCommand(ctx, async (work) => {
    await lockGrant(work, { bankId, grantHash });
    deleteGrantFamily(work, { bankId, grantHash });
    upsertRevocation(work, {
      bankId,
      kind: 'grant',
      value: grant,
      revokedAt: now,
      expiresAt: tokensDeadAt(now),
    });
    work.emit(grantEndedEvent(grant, reason));
    work.audit({
      aggregateKind: 'grant',
      aggregateId: grant,
      changes: [{ field: 'reason', after: reason }],
    });
  });
}
