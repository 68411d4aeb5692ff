import type { Context } from '#platform/work/context.ts';
import { processTogether } from '#platform/work/process-together.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { sendStatement } from '../steps/send-statement.ts';
import { claimDueStatements } from '../store/statements.store.ts';

/** Documents are rendered one or two at a time, so more would only wait under their lease. */
const batchMax = 10;
/** Longer than the documents of a whole batch take. */
const leaseSeconds = 600;

/**
 * Makes statements that are due and sends them to the mailbox; returns how many, or nothing if the core is away, so that
 * the next attempt waits. A worker that dies leaves statements that another one takes up when the lease is over.
 */
export async function sendStatements(ctx: Context & AccountsPorts): Promise<number> {
  const { accountsChoices, bankId, clock, db } = ctx;
  if (!accountsChoices.of(bankId).areStatementsSent) return 0;
  const rows = await openRowWork(ctx, 'send-statements');
  const now = clock.now();
  const claimed = await claimDueStatements(db, {
    bankId,
    now,
    until: now.add({ seconds: leaseSeconds }),
    listMax: batchMax,
    except: rows.waiting(),
  });
  let postponed = 0;
  await processTogether(rows, claimed, async (statementId) => {
    if ((await sendStatement(ctx, statementId)) === 'postponed') postponed += 1;
  });
  return postponed > 0 ? 0 : claimed.length;
}
