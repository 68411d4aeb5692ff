import { findPaymentHold, type PaymentHold } from '#capabilities/client/index.ts';
import { type AccountReference, referenceKey } from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { listPaidAccounts } from '../store/paid-payees.read.ts';
import { type PaymentOrder, referenceOf } from './payment-order.ts';

type Ctx = Context & PaymentsPorts;

/** Payments that are searched for a payee; an older one is not known any more. */
export const searchedMax = 500;

/** Returns whether restrictions of the owner hold an order; undefined: it may be submitted. */
export async function holdOf(
  ctx: Ctx,
  db: Reader,
  {
    order,
    owner,
  }: { readonly order: Pick<PaymentOrder, 'debtorAccount' | 'transfer'>; readonly owner: string },
): Promise<PaymentHold | undefined> {
  const { debtorAccount, transfer } = order;
  const { creditorAccount, creditorAgent } = transfer;
  return findPaymentHold(ctx, db, {
    clientNumber: owner,
    debtorAccount: debtorAccount.id,
    debtorCountry: countryOf(debtorAccount),
    creditorCountry: countryOf(creditorAccount) ?? countryOfAgent(creditorAgent),
    isKnownPayee: () => isPaid(ctx, db, { owner, creditorAccount }),
  });
}

const countryEnd = 2;

/** The first two letters of an IBAN; other account numbers name no country. */
export function countryOf({ id, scheme }: AccountReference): string | undefined {
  return scheme === 'iban' ? id.slice(0, countryEnd).toUpperCase() : undefined;
}

/** Letters 5 and 6 of a BIC. ISO 9362 */
export function countryOfAgent(bic: string | undefined): string | undefined {
  return bic === undefined ? undefined : bic.slice(4, 6).toUpperCase();
}

/** Returns whether an earlier payment of the customer to this account was executed. */
async function isPaid(
  { bankId, paymentsVault: vault }: Ctx,
  db: Reader,
  { creditorAccount, owner }: { readonly owner: string; readonly creditorAccount: AccountReference },
): Promise<boolean> {
  const paid = await listPaidAccounts(db, vault, { bankId, owner, listMax: searchedMax });
  const key = referenceKey(creditorAccount);
  return paid.some((account) => referenceKey(referenceOf(account)) === key);
}
