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

/** One resource that is signed, and what its signing rule needs to know. */
export interface SignedOrder {
  readonly order: Exclude<Order, { readonly kind: 'signing-basket' }>;
  /** `together`: the orders of all members of a basket, which count as one sum. */
  readonly facts: OrderFacts & { readonly together?: OrderFacts['orders'] };
}

/** Returns what is signed with an order: itself, or each member of a basket under its own rule. */
export function signedOrders(order: Order): readonly SignedOrder[] {
  if (order.kind !== 'signing-basket') return [{ order, facts: orderFacts(order) }];
  const members = order.members.map((member) => ({ order: member, facts: orderFacts(member) }));
  const together = members.flatMap(({ facts }) => facts.orders);
  return members.map((member) => ({ ...member, facts: { ...member.facts, together } }));
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
        omitUndefined({
          debtorAccount,
          creditorAccount,
          creditorAgent,
          instructedAmount: amount,
          countedAmount: countedAmount(payment, amount),
        }),
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

function countedAmount(payment: Payment, amount: Money): Money | undefined {
  return payment.kind === 'periodic-payment'
    ? standingAmount(amount, scheduleIn(payment.schedule))
    : undefined;
}
