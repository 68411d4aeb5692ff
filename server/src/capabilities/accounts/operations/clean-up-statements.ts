import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { oldestKnownPeriod } from '../domain/statement-period.ts';
import { deleteOldStatements } from '../store/statements.store.ts';

const deletedAtOnceMax = 500;

/** Deletes what is known about statements of old months. The statements themselves are kept in the mailbox. */
export async function cleanUpStatements(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = oldestKnownPeriod(clock.today('UTC'));
  let [count, last] = [0, deletedAtOnceMax];
  while (last >= deletedAtOnceMax) {
    last = await runCommand(ctx, async (work) => {
      const deleted = await deleteOldStatements(work, { bankId, before, max: deletedAtOnceMax });
      work.audit({
        aggregateKind: 'statement',
        aggregateId: bankId,
        changes: [{ field: 'deleted', after: deleted }],
      });
      return deleted;
    });
    count += last;
  }
  return count;
}
