import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { signingHistoryYears, verificationRetentionHours } from '../domain/policy.ts';
import { withinDaysMax } from '../domain/signing/rule.ts';
import { purgeAttempts } from '../store/attempts.store.ts';
import { purgeVerifications } from '../store/clean-up.store.ts';
import { purgeReleasedAmounts } from '../store/released-amounts.store.ts';
import { purgeSends } from '../store/sends.store.ts';
import { purgeSigningHistory } from '../store/signing-removal.store.ts';

const listMax = 5_000;

/**
 * Purges expired codes, challenges, attempt counters and send counters, and old changes of signing rules. Returns how
 * many codes, challenges and rows of signing history it purged.
 */
export async function cleanUpAuthorization(ctx: Context): Promise<number> {
  let [count, last] = [0, listMax];
  // All expired rows, but no more per transaction than it should hold.
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
    const purged = await purgeVerifications(work, { bankId, before, listMax });
    const history = await purgeSigningHistory(work, {
      bankId,
      before: now.toZonedDateTimeISO('UTC').subtract({ years: signingHistoryYears }).toInstant(),
      listMax,
    });
    const releases = await purgeReleasedAmounts(work, {
      bankId,
      before: now.subtract({ hours: (withinDaysMax + 1) * 24 }),
      listMax,
    });
    purgeAttempts(work, { bankId, now });
    purgeSends(work, { bankId, now });
    work.audit({
      aggregateKind: 'verifications',
      aggregateId: bankId,
      changes: [
        { field: 'forgotten', after: purged },
        { field: 'signing-history-forgotten', after: history },
      ],
    });
    return purged + history + releases;
  });
}
