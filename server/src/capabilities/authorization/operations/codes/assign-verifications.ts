import { assignDeliveries } from '#capabilities/correspondence/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { listCommunicationIds } from '../../store/code-dispatch.store.ts';

/**
 * Assigns codes to a customer that were sent to a contact before it belonged to the customer, in the command that
 * consumes them as proof: the messages with these codes are then moved and erased with the customer.
 */
export async function assignVerifications(
  ctx: Context,
  work: Work,
  {
    customerNumber,
    verificationIds,
  }: { readonly verificationIds: readonly string[]; readonly customerNumber: string },
): Promise<void> {
  const { bankId } = ctx;
  const communicationIds = await listCommunicationIds(work, { bankId, verificationIds });
  assignDeliveries(ctx, work, { communicationIds, customerNumber });
}
