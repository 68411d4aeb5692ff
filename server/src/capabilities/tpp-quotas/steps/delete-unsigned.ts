import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { contentKeptHours } from '../domain/policy.ts';
import { listEndedUnsigned, type QuotaKind, releaseResources } from '../store/resources.store.ts';

/** How the capability that owns resources deletes their content. */
export interface ContentRemoval {
  readonly kind: QuotaKind;
  /** Resources of one transaction. */
  readonly max: number;
  /** Deletes the content of resources, in the transaction that gives their bytes back. */
  readonly remove: (work: Work, resourceIds: readonly string[]) => void;
}

/**
 * Deletes the content of resources that ended unsigned a day ago or earlier, and gives their bytes back to the third party;
 * returns how many. Their rows stay, so that third parties can read how they ended.
 */
export async function deleteUnsignedContents(
  ctx: Context,
  { kind, max, remove }: ContentRemoval,
): Promise<number> {
  const { bankId, clock, db } = ctx;
  const before = clock.now().subtract({ hours: contentKeptHours });
  let [count, last] = [0, max];
  while (last >= max) {
    const resourceIds = await listEndedUnsigned(db, { bankId, kind, before, listMax: max });
    last = resourceIds.length;
    count += last;
    if (last === 0) break;
    await runCommand(ctx, async (work) => {
      remove(work, resourceIds);
      releaseResources(work, { bankId, resourceIds });
      work.audit({
        aggregateKind: kind,
        aggregateId: bankId,
        changes: [{ field: 'contents-deleted', after: resourceIds.length }],
      });
    });
  }
  return count;
}
