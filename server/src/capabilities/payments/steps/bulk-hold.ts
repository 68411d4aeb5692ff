import { findPaymentHold, type PaymentHold } from '#capabilities/client/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { countryOfBic } from '#platform/kernel/bic.ts';
import { mapDefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import type { BulkOrder } from './bulk-order.ts';
import { arePaid, countryOf, payeeKeyOf } from './payment-hold.ts';
import { referenceOf } from './payment-order.ts';

/** Creditors of a bulk, as restrictions look at them. */
export interface BulkCreditors {
  /** Countries of their accounts; undefined where an account names none. */
  readonly countries: ReadonlySet<string | undefined>;
  /** By `payeeKey`. */
  readonly payees: ReadonlySet<string>;
}

/** Returns the creditors of transfers. */
export function creditorsOf(entries: readonly BulkEntry[]): BulkCreditors {
  return {
    countries: new Set(entries.map(creditorCountry)),
    payees: new Set(entries.map(payeeKeyOf)),
  };
}

function creditorCountry({ creditorAccount, creditorAgent }: BulkEntry): string | undefined {
  return countryOf(referenceOf(creditorAccount)) ?? mapDefined(creditorAgent, countryOfBic);
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
      isKnownPayee: () => arePaid(ctx, db, { owner, payees: creditors.payees }),
    });
    if (hold !== undefined) return hold;
  }
  return undefined;
}
