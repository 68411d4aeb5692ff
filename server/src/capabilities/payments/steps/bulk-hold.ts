import { findPaymentHold, type PaymentHold } from '#capabilities/client/index.ts';
import { referenceKey } from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { listPaidAccounts } from '../store/paid-payees.read.ts';
import type { BulkOrder } from './bulk-order.ts';
import { countryOf, countryOfAgent, searchedMax } from './payment-hold.ts';
import { referenceOf } from './payment-order.ts';

/** Creditors of a bulk, as restrictions look at them. */
export interface BulkCreditors {
  /** Countries of their accounts; undefined where an account names none. */
  readonly countries: ReadonlySet<string | undefined>;
  /** By `referenceKey`. */
  readonly accounts: ReadonlySet<string>;
}

/** Returns the creditors of transfers. */
export function creditorsOf(entries: readonly BulkEntry[]): BulkCreditors {
  return {
    countries: new Set(entries.map(creditorCountry)),
    accounts: new Set(entries.map(({ creditorAccount }) => referenceKey(referenceOf(creditorAccount)))),
  };
}

function creditorCountry({ creditorAccount, creditorAgent }: BulkEntry): string | undefined {
  return countryOf(referenceOf(creditorAccount)) ?? countryOfAgent(creditorAgent);
}

/** Returns whether restrictions of the owner hold transfers of a bulk: one transfer that they hold, holds all of them. */
export async function bulkHoldOf(
  ctx: Context & PaymentsPorts,
  db: Reader,
  {
    creditors,
    order,
    owner,
  }: { readonly order: BulkOrder; readonly owner: string; readonly creditors: BulkCreditors },
): Promise<PaymentHold | undefined> {
  const { debtorAccount } = order;
  for (const creditorCountry of creditors.countries) {
    const hold = await findPaymentHold(ctx, db, {
      clientNumber: owner,
      debtorAccount: debtorAccount.id,
      debtorCountry: countryOf(debtorAccount),
      creditorCountry,
      isKnownPayee: () => areAllPaid(ctx, db, { owner, creditors }),
    });
    if (hold !== undefined) return hold;
  }
  return undefined;
}

/** Returns whether earlier payments of the customer to all of these accounts were executed. */
async function areAllPaid(
  { bankId, paymentsVault: vault }: Context & PaymentsPorts,
  db: Reader,
  { creditors, owner }: { readonly owner: string; readonly creditors: BulkCreditors },
): Promise<boolean> {
  const paid = await listPaidAccounts(db, vault, { bankId, owner, listMax: searchedMax });
  const known = new Set(paid.map((account) => referenceKey(referenceOf(account))));
  return creditors.accounts.isSubsetOf(known);
}
