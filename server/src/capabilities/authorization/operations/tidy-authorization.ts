import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { verificationRetentionHours } from '../domain/policy.ts';
import { forgetGuards } from '../store/guards.store.ts';
import { forgetSends } from '../store/sends.store.ts';
import { forgetVerifications } from '../store/tidying.store.ts';

const listMax = 5_000;

/** Forgets codes, challenges, guards and counts of sendings that say nothing any more. */
export async function tidyAuthorization(ctx: Context): Promise<number> {
  let [count, last] = [0, listMax];
  // As many as there are, but no more at a time than a transaction should hold.
  while (last >= listMax) {
    last = await tidyOnce(ctx);
    count += last;
  }
  return count;
}

async function tidyOnce(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const before = now.subtract({ hours: verificationRetentionHours });
    const forgotten = await forgetVerifications(work, { bankId, before, listMax });
    forgetGuards(work, { bankId, now });
    forgetSends(work, { bankId, now });
    work.audit({
      aggregateKind: 'verifications',
      aggregateId: bankId,
      changes: [{ field: 'forgotten', after: forgotten }],
    });
    return forgotten;
  });
}
