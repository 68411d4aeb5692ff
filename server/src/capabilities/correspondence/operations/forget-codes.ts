import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { retentionCommunicationYears } from '../domain/policy.ts';
import { forgetOldCodes } from '../store/retention.store.ts';

const atOnce = 5_000;

/** Forgets that codes were sent, when that too has been long enough. Their words went with their validity. */
export async function forgetCodes(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const years = retentionCommunicationYears;
  const before = clock.now().toZonedDateTimeISO('UTC').subtract({ years }).toInstant();
  return runCommand(ctx, async (work) => {
    const count = await forgetOldCodes(work, { bankId, now: before, count: atOnce });
    work.audit({
      aggregateKind: 'retention',
      aggregateId: 'codes',
      changes: [{ field: 'forgotten', after: count }],
    });
    return count;
  });
}
