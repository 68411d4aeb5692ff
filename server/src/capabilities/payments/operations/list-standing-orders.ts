import type { AccountReference } from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { KeptSchedule } from '#platform/kernel/schedule.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { orderIn } from '../steps/payment-subject.ts';
import { listRunningOrders } from '../store/customer-orders.store.ts';

/** A standing order that a third party set up, as reports about its account have it. */
export interface ListedOrder {
  readonly amount: Money;
  readonly counterparty: { readonly name: string; readonly account: AccountReference };
  readonly remittance?: string;
  readonly details: KeptSchedule;
}

const listMax = 200;

/** Lists the standing orders of an account that third parties set up and that still pay. */
export async function listStandingOrders(
  { paymentsVault: vault }: Pick<PaymentsPorts, 'paymentsVault'>,
  db: Reader,
  {
    bankId,
    iban,
    owners,
  }: { readonly bankId: string; readonly owners: readonly string[]; readonly iban: string },
): Promise<readonly ListedOrder[]> {
  const records = await listRunningOrders(db, vault, { bankId, owners, listMax });
  return records.flatMap(({ stored }) => {
    const order = orderIn(stored);
    if (order?.kind !== 'periodic-payment' || order.debtorAccount.id !== iban) return [];
    const { amount, creditorAccount, creditorName, remittance } = order.transfer;
    const counterparty = { name: creditorName, account: creditorAccount };
    return stored.schedule === undefined
      ? []
      : [omitUndefined({ amount, counterparty, remittance, details: stored.schedule })];
  });
}
