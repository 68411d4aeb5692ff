import type { Temporal } from 'temporal-polyfill';
import type { AccountReference } from '#capabilities/core-banking/index.ts';
import { listPartyNumbers } from '#capabilities/party/index.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { KeptSchedule } from '#platform/kernel/schedule.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentStatus } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { orderIn } from '../steps/payment-subject.ts';
import { listEndedOrders, listRunningOrders, type StandingRecord } from '../store/customer-orders.store.ts';

/** A standing order that a third party set up, as its customer sees it. */
export interface CustomerStandingOrder {
  readonly orderId: string;
  readonly thirdPartyName: string;
  readonly status: PaymentStatus;
  readonly amount: Money;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly debtorAccount: AccountReference;
  readonly remittance: string | undefined;
  readonly schedule: KeptSchedule;
  /** The day that comes next, as it was planned. */
  readonly nextDay: Temporal.PlainDate | undefined;
  readonly isSuspended: boolean;
  readonly endedAt: Temporal.Instant | undefined;
}

const listMax = 100;

/** Lists the standing orders from accounts of a customer, or those that have ended, the newest first. SPEC xs2a-2026 4 */
export async function listCustomerStandingOrders(
  ctx: Context & Pick<PaymentsPorts, 'paymentsVault'>,
  {
    customerNumber,
    which,
  }: { readonly customerNumber: string | undefined; readonly which: 'live' | 'ended' },
): Promise<readonly CustomerStandingOrder[]> {
  const { bankId, db, paymentsVault: vault } = ctx;
  if (customerNumber === undefined) return [];
  const owners = await listPartyNumbers(db, { bankId, customerNumber });
  const criteria = { bankId, owners, listMax };
  const records = await (which === 'live'
    ? listRunningOrders(db, vault, criteria)
    : listEndedOrders(db, vault, criteria));
  return records.flatMap(toCustomerOrder);
}

function toCustomerOrder({
  endedAt,
  plannedDate,
  stored,
  suspension,
}: StandingRecord): readonly CustomerStandingOrder[] {
  const order = orderIn(stored);
  const { paymentId: orderId, schedule, status, thirdPartyName } = stored;
  if (order === undefined || schedule === undefined) return [];
  const { amount, creditorAccount, creditorName, remittance } = order.transfer;
  return [
    {
      orderId,
      thirdPartyName,
      status,
      amount,
      creditorName,
      creditorAccount,
      debtorAccount: order.debtorAccount,
      remittance,
      schedule,
      nextDay: plannedDate,
      isSuspended: suspension !== undefined,
      endedAt,
    },
  ];
}
