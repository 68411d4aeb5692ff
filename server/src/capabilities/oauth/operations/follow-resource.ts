import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { tokensDeadAt } from '../domain/lifetimes.ts';
import { type ResourceRef, scopeText } from '../domain/resource-scope.ts';
import { grantEndedEvent } from '../events.ts';
import type { ResourceApprovals, Standing } from '../ports/resource-approvals.ts';
import { grantClaim } from '../store/artefact-names.ts';
import { deleteGrantFamily, lockGrant } from '../store/artefacts.store.ts';
import {
  deleteGrants,
  endedPerCommandMax,
  lockGrantsOf,
  updateReview,
} from '../store/resource-grants.store.ts';
import { upsertRevocation } from '../store/revocations.store.ts';

/**
 * Lets the tokens for a resource follow its state: they end with it. While it is suspended nothing ends, because every
 * use reads its state; a later look decides. SPEC xs2a-2026 4
 */
export async function followResource(
  ctx: Context & { readonly resources: ResourceApprovals },
  resource: ResourceRef,
): Promise<void> {
  const kind = ctx.resources.kinds.find(({ service }) => service === resource.service);
  const standing: Standing =
    kind === undefined ? { kind: 'over' } : await kind.standingOf(ctx, resource.resourceId);
  while ((await followOnce(ctx, resource, standing)) === endedPerCommandMax);
}

/** Returns how many grants ended. */
async function followOnce(ctx: Context, resource: ResourceRef, standing: Standing): Promise<number> {
  const { bankId, clock } = ctx;
  const key = { bankId, ...resource };
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const grantHashes = await lockGrantsOf(work, key);
    work.audit({
      aggregateKind: 'resource-grant',
      aggregateId: scopeText(resource),
      changes: [
        { field: 'standing', after: standing.kind },
        { field: 'grants', after: grantHashes.length },
      ],
    });
    if (grantHashes.length === 0) return 0;
    if (standing.kind !== 'over') {
      updateReview(work, { ...key, reviewAt: standing.kind === 'suspended' ? standing.until : null });
      return 0;
    }
    for (const grantHash of grantHashes) {
      await lockGrant(work, { bankId, grantHash });
      deleteGrantFamily(work, { bankId, grantHash });
      const value = grantClaim(grantHash);
      upsertRevocation(work, { bankId, kind: 'grant', value, revokedAt: now, expiresAt: tokensDeadAt(now) });
      work.emit(grantEndedEvent(value, 'ended'));
    }
    deleteGrants(work, { bankId, grantHashes });
    return grantHashes.length;
  });
}
