import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { retentionCommunicationYears } from '../domain/policy.ts';
import { purgeOldCodes } from '../store/retention.store.ts';

/** As many in one transaction as leave everybody else in peace. */
const atOnce = 5_000;

/**
 * Forgets that codes were sent, when that too has been long enough, until none is left: a large bank sends more in a
 * day than fit into one transaction. Their words went with their validity.
 */
export async function purgeCodes(ctx: Context): Promise<number> {
  const { clock } = ctx;
  const years = retentionCommunicationYears;
  const before = clock.now().toZonedDateTimeISO('UTC').subtract({ years }).toInstant();
  let forgotten = 0;
  for (;;) {
    const count = await purgeSome(ctx, before);
    forgotten += count;
    if (count < atOnce) return forgotten;
  }
}

async function purgeSome(ctx: Context, before: Temporal.Instant): Promise<number> {
  return runCommand(ctx, async (work) => {
    const count = await purgeOldCodes(work, { bankId: ctx.bankId, now: before, count: atOnce });
    work.audit({
      aggregateKind: 'retention',
      aggregateId: 'codes',
      changes: [{ field: 'forgotten', after: count }],
    });
    return count;
  });
}
