import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { endOf } from '../domain/bulk.ts';
import { claimsOf, notApplicable, type PayeeResult } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { type Asker, countRequest } from '../steps/limits.ts';
import { verifyPayees } from '../steps/verify-payees.ts';
import { endBulk, findBulk, insertBulkResults, listBulkResults } from '../store/bulks.store.ts';
import type { BulkPayee } from '../store/payee-vault.ts';

type BulkContext = Context & PayeeVerificationsPorts;

const batchMax = 20;

/**
 * Verifies the payees of a list, some at a time. What is verified is saved at once, so a worker that dies leaves the
 * rest to the next one.
 */
export async function answerBulk(ctx: BulkContext, event: DeliveredEvent): Promise<void> {
  const { bankId, db, payeeVault } = ctx;
  const bulkId = event.aggregateId;
  const bulk = await findBulk(db, { bankId, bulkId });
  if (bulk === undefined || bulk.status !== 'pending') return;
  const { organisation_id: organisationId, request_id: requestId, sealed_payees: sealed } = bulk;
  const payees = sealed === null ? [] : payeeVault.openPayees(bankId, bulkId, sealed);
  const known = await listBulkResults(db, { bankId, bulkId });
  const results = new Map(
    [...known].map(([place, result]) => [place, payeeVault.openResult(bankId, bulkId, place, result)]),
  );
  const asker = { organisationId, requestId };
  const places = [...payees.keys()].filter((place) => !known.has(place));
  for (let from = 0; from < places.length; from += batchMax) {
    const batch = places.slice(from, from + batchMax);
    const answers = await answerSome(
      ctx,
      asker,
      batch.flatMap((place) => payees[place] ?? []),
    );
    batch.forEach((place, index) => results.set(place, answers[index] ?? {}));
    await insertBulkResults(db, {
      bankId,
      bulkId,
      places: batch.map(String),
      sealed: batch.map((place, index) => payeeVault.sealResult(bankId, bulkId, place, answers[index] ?? {})),
    });
  }
  await end(ctx, bulkId, [...results.values()]);
}

/** Beyond the limit of close matches nothing is verified, because the answer would be one more or would tell that it is not. */
async function answerSome(
  ctx: BulkContext,
  asker: Asker,
  payees: readonly BulkPayee[],
): Promise<readonly PayeeResult[]> {
  const limit = await countRequest(ctx, asker, { requests: 0, answers: payees.flatMap(claimsOf).length });
  return limit === undefined
    ? verifyPayees(ctx, asker, payees, 'leave-out')
    : payees.map((payee) =>
        Object.fromEntries(claimsOf(payee).map(({ kind }) => [kind, notApplicable('limit')])),
      );
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
