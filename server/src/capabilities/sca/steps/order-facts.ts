import type { PaymentOrder } from '#capabilities/authorization/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { bulksOf, type Order, transfersOf } from '../domain/order.ts';

/** What the signing rules need to know of an order beside its text. */
export interface OrderFacts {
  readonly product?: string;
  readonly orders: readonly PaymentOrder[];
}

/** Returns the facts of an order for its signing rule; a consent moves no money. */
export function orderFacts(order: Order): OrderFacts {
  const payment = order.kind === 'payment-cancellation' ? order.payment : order;
  if (!('debtorAccount' in payment)) return { orders: [] };
  const { debtorAccount } = payment;
  return {
    product: payment.product,
    orders: [
      ...transfersOf(payment).map(({ amount, creditorAccount, creditorAgent }) =>
        omitUndefined({ debtorAccount, creditorAccount, creditorAgent, instructedAmount: amount }),
      ),
      ...bulksOf(payment).flatMap(({ positions }) =>
        positions.map(({ creditorAccount, creditorAgent, largest, total }) =>
          omitUndefined({
            debtorAccount,
            creditorAccount,
            creditorAgent,
            instructedAmount: total,
            largestAmount: largest,
          }),
        ),
      ),
    ],
  };
}
