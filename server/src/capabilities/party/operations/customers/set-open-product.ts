import type { Context } from '#platform/work/context.ts';
import { productTrigger } from '../../domain/customer-status.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { findCustomerStatus } from '../../store/customer-status.read.ts';
import { changeCustomerStatus } from './change-customer-status.ts';

/**
 * Records whether a customer has an open product: the first one makes a prospect active, the last one that is closed
 * makes a customer a former one. Changes nothing if the status says so already, or if the party is unknown.
 */
export async function setOpenProduct(
  ctx: Context & PartyPorts,
  { hasOpenProduct, partyNumber }: { readonly partyNumber: string; readonly hasOpenProduct: boolean },
): Promise<void> {
  const status = await findCustomerStatus(ctx.db, { bankId: ctx.bankId, partyNumber });
  const trigger = status && productTrigger(status, hasOpenProduct);
  if (trigger === undefined) return;
  await changeCustomerStatus(ctx, { partyNumber, trigger });
}
