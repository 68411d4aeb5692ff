import type { Context } from '#platform/work/context.ts';
import { processTogether } from '#platform/work/process-together.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { answerBulk } from '../steps/answer-bulk.ts';
import { claimDueBulks } from '../store/due-bulks.store.ts';

/** Lists that one worker has at a time, each of another third party. */
const listMax = 4;

/** For how long a worker has a list: longer than some of its payees take. */
const leaseSeconds = 30;

/**
 * Takes up lists that wait for their verification, and returns how many. Some payees of each are verified in one turn.
 * Third parties take turns, and each has one list verified at a time, so that the lists of one delay no other.
 */
export async function answerDueBulks(ctx: Context & PayeeVerificationsPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'answer-payee-lists');
  const now = clock.now();
  const claimed = await claimDueBulks(db, {
    bankId,
    now,
    until: now.add({ seconds: leaseSeconds }),
    listMax,
    except: rows.waiting(),
  });
  await processTogether(rows, claimed, (bulkId) => answerBulk(ctx, bulkId));
  return claimed.length;
}
