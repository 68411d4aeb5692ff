import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { retentionCommunicationYears } from '../../domain/policy.ts';
import { deleteCodes } from '../../store/retention.store.ts';

/** Batch size of one transaction that does not disturb others. */
const batchSize = 5_000;

/**
 * Purges the records of sent codes after their retention, until none is left: a large bank sends more in a day than one
 * transaction should delete. Their content is purged at expiry.
 */
export async function purgeCodes(ctx: Context): Promise<number> {
  const { clock } = ctx;
  const years = retentionCommunicationYears;
  const before = clock.now().toZonedDateTimeISO('UTC').subtract({ years }).toInstant();
  let purged = 0;
  for (;;) {
    const count = await purgeBatch(ctx, before);
    purged += count;
    if (count < batchSize) return purged;
  }
}

async function purgeBatch(ctx: Context, before: Temporal.Instant): Promise<number> {
  return runCommand(ctx, async (work) => {
    const count = await deleteCodes(work, { bankId: ctx.bankId, now: before, count: batchSize });
    work.audit({
      aggregateKind: 'retention',
      aggregateId: 'codes',
      changes: [{ field: 'purged', after: count }],
    });
    return count;
  });
}
