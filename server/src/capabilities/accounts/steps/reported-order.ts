import type { CoreStandingOrder } from '#capabilities/core-banking/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { OrderDetails } from '../domain/order-details.ts';

/** A standing order of an account: one that the core has, or that a third party set up here. */
export interface ReportedOrder extends Pick<CoreStandingOrder, 'counterparty' | 'remittance'> {
  readonly amount: Money;
  readonly details: OrderDetails;
}

const frequencies = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Annual',
} as const;

/** Returns a standing order of the core. */
export function reportedOrderOf(order: CoreStandingOrder): ReportedOrder {
  const { amount, counterparty, firstOn, frequency, lastOn, remittance } = order;
  return omitUndefined({
    amount,
    counterparty,
    remittance,
    details: omitUndefined({
      startDate: firstOn.toString(),
      endDate: lastOn?.toString(),
      frequency: frequencies[frequency],
      dayOfExecution: frequency === 'weekly' ? undefined : String(firstOn.day),
    }),
  });
}
