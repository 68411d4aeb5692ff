import type { Context } from '#platform/work/context.ts';
import { processTogether } from '#platform/work/process-together.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { submitBulk } from '../steps/submit-bulk.ts';
import { bulkLeaseSeconds } from '../steps/submit-chunk.ts';
import { claimDueBulks } from '../store/bulk-payments.store.ts';

/** Bulks that one worker has at a time, one chunk of each. */
const batchMax = 4;

/**
 * Takes up bulks that are due, and returns how many. Each goes one step further: the next chunk of its transfers is
 * submitted. A worker that dies leaves a bulk that the next one takes up where it stands; one that fails delays no other.
 */
export async function submitDueBulks(ctx: Context & PaymentsPorts): Promise<number> {
  const { bankId, clock, cores, db } = ctx;
  const core = cores.find(bankId);
  if (core === undefined) return 0;
  const rows = await openRowWork(ctx, 'submit-bulks');
  const now = clock.now();
  const claimed = await claimDueBulks(db, {
    bankId,
    now,
    until: now.add({ seconds: bulkLeaseSeconds }),
    listMax: batchMax,
    except: rows.waiting(),
  });
  await processTogether(rows, claimed, (paymentId) => submitBulk(ctx, core, paymentId));
  return claimed.length;
}
