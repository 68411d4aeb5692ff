import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { requestedScopeIn, scopeText } from '../domain/resource-scope.ts';
import type { ResourceApprovals } from '../ports/resource-approvals.ts';
import { listResourcesToReview } from '../store/resource-grants.store.ts';
import { followResource } from './follow-resource.ts';

const listMax = 500;

/** Ends the tokens of consents that were withdrawn and not given again in time. */
export async function reviewResourceGrants(
  ctx: Context & { readonly resources: ResourceApprovals },
): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'review-resource-grants');
  const waiting = new Set(rows.waiting());
  const due = await listResourcesToReview(db, { bankId, now: clock.now(), listMax });
  const keys = [...new Set(due.map(scopeText))].filter((key) => !waiting.has(key));
  return rows.forEach({ keys, areAll: due.length < listMax }, async (key) => {
    const requested = requestedScopeIn([key]);
    if (requested?.kind === 'resource') await followResource(ctx, requested.resource);
  });
}
