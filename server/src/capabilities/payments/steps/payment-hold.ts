import { findPaymentHold, type PaymentHold } from '#capabilities/client/index.ts';
import type { AccountReference } from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { countryOfBic } from '#platform/kernel/bic.ts';
import { mapDefined } from '#platform/kernel/members.ts';
import { payeeKey } from '#platform/kernel/payee.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { listPaidPayees, type NamedPayee } from '../store/paid-payees.read.ts';
import { type PaymentOrder, referenceOf } from './payment-order.ts';

type Ctx = Context & PaymentsPorts;

/** Payments that are searched for a payee; an older one is not known any more. */
const searchedMax = 500;

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
    creditorCountry: countryOf(creditorAccount) ?? mapDefined(creditorAgent, countryOfBic),
    isKnownPayee: () => arePaid(ctx, db, { owner, payees: new Set([payeeOf(transfer)]) }),
  });
}

const countryEnd = 2;

/** The first two letters of an IBAN; other account numbers name no country. */
export function countryOf({ id, scheme }: AccountReference): string | undefined {
  return scheme === 'iban' ? id.slice(0, countryEnd).toUpperCase() : undefined;
}

/** Returns the key of the payee of a transfer. */
function payeeOf({ creditorAccount, creditorAgent }: PaymentOrder['transfer']): string {
  return payeeKey({ account: creditorAccount, agent: creditorAgent });
}

/** Returns whether earlier payments of the customer to all of these payees were executed. */
export async function arePaid(
  { bankId, paymentsVault: vault }: Ctx,
  db: Reader,
  { owner, payees }: { readonly owner: string; readonly payees: ReadonlySet<string> },
): Promise<boolean> {
  const paid = await listPaidPayees(db, vault, { bankId, owner, listMax: searchedMax });
  return payees.isSubsetOf(new Set(paid.map(payeeKeyOf)));
}

/** Returns the key of the payee of a payment that has passed the checks. */
export function payeeKeyOf({ creditorAccount, creditorAgent }: NamedPayee): string {
  return payeeKey({ account: referenceOf(creditorAccount), agent: creditorAgent });
}
