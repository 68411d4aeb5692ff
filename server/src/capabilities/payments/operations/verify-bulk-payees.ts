import type { Context } from '#platform/work/context.ts';
import { processTogether } from '#platform/work/process-together.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { checkLeaseSeconds } from '../steps/check-entries.ts';
import { continueBulkCheck } from '../steps/continue-bulk-check.ts';
import { claimDueChecks } from '../store/bulk-checks.store.ts';

/** Bulks that one worker has at a time, each of another third party. */
const listMax = 4;

/**
 * Takes up bulks whose payees wait for their verification, and returns how many. One chunk of each is verified in one
 * turn. Third parties take turns, and so do the bulks of each, so that a large bulk delays no other one.
 */
export async function verifyBulkPayees(ctx: Context & PaymentsPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'verify-bulk-payees');
  const now = clock.now();
  const claimed = await claimDueChecks(db, {
    bankId,
    now,
    until: now.add({ seconds: checkLeaseSeconds }),
    listMax,
    except: rows.waiting(),
  });
  await processTogether(rows, claimed, (paymentId) => continueBulkCheck(ctx, paymentId));
  return claimed.length;
}
