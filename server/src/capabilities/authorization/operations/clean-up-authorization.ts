import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { verificationRetentionHours } from '../domain/policy.ts';
import { purgeGuards } from '../store/attempts.store.ts';
import { purgeVerifications } from '../store/clean-up.store.ts';
import { purgeSends } from '../store/sends.store.ts';

const listMax = 5_000;

/** Forgets codes, challenges, guards and counts of sendings that say nothing any more. */
export async function cleanUpAuthorization(ctx: Context): Promise<number> {
  let [count, last] = [0, listMax];
  // As many as there are, but no more at a time than a transaction should hold.
  while (last >= listMax) {
    last = await cleanUpOnce(ctx);
    count += last;
  }
  return count;
}

async function cleanUpOnce(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const before = now.subtract({ hours: verificationRetentionHours });
    const forgotten = await purgeVerifications(work, { bankId, before, listMax });
    purgeGuards(work, { bankId, now });
    purgeSends(work, { bankId, now });
    work.audit({
      aggregateKind: 'verifications',
      aggregateId: bankId,
      changes: [{ field: 'forgotten', after: forgotten }],
    });
    return forgotten;
  });
}
