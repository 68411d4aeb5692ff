import type { Context } from '#platform/work/context.ts';
import type { PayeeNotice } from '../domain/order.ts';
import { areDoubtful, isDoubtful } from '../domain/payee-check.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { loadSubjectOf } from './load-subject.ts';
import { orderToSign } from './order-to-sign.ts';

/**
 * Returns the payees that the third party has to tell its customer about; undefined if they matched, or if the third party
 * knows the results already. Told only after the password of the customer was right.
 */
export async function payeeNoticeOf(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<PayeeNotice | undefined> {
  if (authorisation.subject.kind !== 'payment') return undefined;
  const subject = await loadSubjectOf(ctx, ctx.db, authorisation);
  const { order } = orderToSign(subject);
  if (subject.isPayeeUntold !== true) return undefined;
  if (order.kind === 'bulk-payment') return areDoubtful(order.payees) ? order.payees : undefined;
  if (!('transfer' in order)) return undefined;
  return isDoubtful(order.transfer.payeeCheck) ? order.transfer : undefined;
}
