import { runCommand } from './command.ts';
import type { Context } from './context.ts';
import type { Work } from './unit-of-work.ts';

export interface BatchOptions {
  /** Names the kind of rows in the audit trail. */
  readonly field: string;
  /** A batch with fewer rows than this is the last one. */
  readonly rowsMax: number;
}

/**
 * Ends rows of a bank in batches, each in its own transaction with an audit entry that has their number. Returns the
 * total.
 */
export async function endInBatches(
  ctx: Context,
  { field, rowsMax }: BatchOptions,
  endBatch: (work: Work) => Promise<number>,
): Promise<number> {
  let count = 0;
  let batch: number;
  do {
    batch = await runCommand(ctx, async (work) => {
      const done = await endBatch(work);
      work.audit({ aggregateKind: 'bank', aggregateId: ctx.bankId, changes: [{ field, after: done }] });
      return done;
    });
    count += batch;
  } while (batch === rowsMax);
  return count;
}
