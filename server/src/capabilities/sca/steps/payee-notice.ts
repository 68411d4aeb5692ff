import type { Context } from '#platform/work/context.ts';
import type { Transfer } from '../domain/order.ts';
import { isDoubtful } from '../domain/payee-check.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { loadSubjectOf } from './load-subject.ts';
import { orderToSign } from './order-to-sign.ts';

/**
 * Returns the transfer whose payee the third party has to tell its customer about; undefined if the payee matched, or if
 * the third party knows the result already. Told only after the password of the customer was right.
 */
export async function payeeNoticeOf(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<Transfer | undefined> {
  if (authorisation.subject.kind !== 'payment') return undefined;
  const subject = await loadSubjectOf(ctx, ctx.db, authorisation);
  const { order } = orderToSign(subject);
  if (subject.isPayeeUntold !== true || !('transfer' in order)) return undefined;
  return isDoubtful(order.transfer.payeeCheck) ? order.transfer : undefined;
}
