import { type PaymentOrder, standingAmount } from '#capabilities/authorization/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import { scheduleIn } from '#platform/kernel/schedule.ts';
import { bulksOf, type Order, type Payment, transfersOf } from '../domain/order.ts';

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
      ...transfersOf(payment).map(({ amount, creditorAccount }) =>
        omitUndefined({
          debtorAccount,
          creditorAccount,
          instructedAmount: amount,
          countedAmount: countedAmount(payment, amount),
        }),
      ),
      ...bulksOf(payment).flatMap(({ positions }) =>
        positions.map(({ creditorAccount, largest, total }) => ({
          debtorAccount,
          creditorAccount,
          instructedAmount: total,
          largestAmount: largest,
        })),
      ),
    ],
  };
}

function countedAmount(payment: Payment, amount: Money): Money | undefined {
  return payment.kind === 'periodic-payment'
    ? standingAmount(amount, scheduleIn(payment.schedule))
    : undefined;
}
