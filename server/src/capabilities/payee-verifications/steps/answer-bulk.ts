import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { endOf } from '../domain/bulk.ts';
import { claimsOf, notApplicable, type PayeeResult } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { endBulk, findBulk, insertBulkResults, listBulkResults } from '../store/bulks.store.ts';
import { postponeBulk } from '../store/due-bulks.store.ts';
import type { BulkPayee } from '../store/payee-vault.ts';
import { countRequest, type Requester } from './limits.ts';
import { verifyPayees } from './verify-payees.ts';

type BulkContext = Context & PayeeVerificationsPorts;

/** Payees that are verified in one turn. */
const batchMax = 20;

/**
 * Verifies the next payees of a list, and ends it after the last one. What is verified is saved at once, so a worker that
 * dies leaves the rest to the next one.
 */
export async function answerBulk(ctx: BulkContext, bulkId: string): Promise<void> {
  const { bankId, clock, db, payeeVault } = ctx;
  const bulk = await findBulk(db, { bankId, bulkId });
  if (bulk === undefined || bulk.status !== 'pending') return;
  const { organisation_id: organisationId, request_id: requestId, sealed_payees: sealed } = bulk;
  const payees = sealed === null ? [] : payeeVault.openPayees(bankId, bulkId, sealed);
  const known = await listBulkResults(db, { bankId, bulkId });
  const open = [...payees.entries()].filter(([place]) => !known.has(place));
  const batch = open.slice(0, batchMax);
  const answers = await answerSome(
    ctx,
    { organisationId, requestId },
    batch.map(([, payee]) => payee),
  );
  if (batch.length > 0)
    await insertBulkResults(db, {
      bankId,
      bulkId,
      places: batch.map(([place]) => String(place)),
      sealed: batch.map(([place], index) =>
        payeeVault.sealResult(bankId, bulkId, place, answers[index] ?? {}),
      ),
    });
  if (batch.length < open.length) return postponeBulk(db, { bankId, bulkId, dueAt: clock.now() });
  const earlier = [...known].map(([place, result]) => payeeVault.openResult(bankId, bulkId, place, result));
  await end(ctx, bulkId, [...earlier, ...answers]);
}

/** Beyond the limit of close matches nothing is verified, because the answer would be one more or would tell that it is not. */
async function answerSome(
  ctx: BulkContext,
  requester: Requester,
  payees: readonly BulkPayee[],
): Promise<readonly PayeeResult[]> {
  if (payees.length === 0) return [];
  const answers = payees.flatMap(claimsOf).length;
  const counted = await countRequest(ctx, requester, { requests: 0, answers });
  return counted instanceof Problem
    ? payees.map((payee) =>
        Object.fromEntries(claimsOf(payee).map(({ kind }) => [kind, notApplicable('limit')])),
      )
    : verifyPayees(ctx, counted, payees, 'leave-out');
}

function end(ctx: BulkContext, bulkId: string, results: readonly PayeeResult[]): Promise<void> {
  const status = endOf(results);
  return runCommand(ctx, async (work) => {
    await endBulk(work, { bankId: ctx.bankId, bulkId, status });
    work.audit({
      aggregateKind: 'payee-verification',
      aggregateId: bulkId,
      changes: [{ field: 'status', after: status }],
    });
  });
}
