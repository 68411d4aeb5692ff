import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { retentionDays } from '../domain/policy.ts';
import { deleteEndedAuthorisations } from '../store/authorisations.store.ts';

const listMax = 5_000;

/** Deletes authorisations that ended long ago; what they approved keeps its own record. */
export async function cleanUpAuthorisations(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: retentionDays * 24 });
  let [count, last] = [0, listMax];
  // All of them, but no more per transaction than it should hold.
  while (last >= listMax) {
    last = await runCommand(ctx, async (work) => {
      const deleted = await deleteEndedAuthorisations(work, { bankId, before, max: listMax });
      work.audit({
        aggregateKind: 'authorisations',
        aggregateId: bankId,
        changes: [{ field: 'deleted', after: deleted }],
      });
      return deleted;
    });
    count += last;
  }
  return count;
}
