import { answerMs, checkPayees } from '#capabilities/payee-verifications/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import type { PayeeResult } from '../domain/payee-check.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { toResult } from './check-order.ts';
import { referenceOf } from './payment-order.ts';

/** Who initiated a bulk, by which request. */
export interface BulkRequester {
  readonly organisationId: string;
  readonly requestId: string;
}

/** For how long a worker has a chunk: five questions at a time, each of which takes no longer than an answer may take. */
export const checkLeaseSeconds = 10 + (5 * answerMs) / 1_000;

/**
 * Verifies the payees of a chunk of transfers. Whatever fails is a check that was not possible: no payment depends on one.
 * Asks other banks, so never in a transaction.
 */
export async function checkEntries(
  ctx: Context & PaymentsPorts,
  requester: BulkRequester,
  entries: readonly BulkEntry[],
): Promise<readonly PayeeResult[]> {
  const payees = entries.map(({ creditorAccount, creditorAgent, creditorName }) =>
    omitUndefined({ iban: referenceOf(creditorAccount).id, bic: creditorAgent, name: creditorName }),
  );
  return (await checkPayees({ ...ctx, ...ctx.payees }, requester, payees)).map(toResult);
}
