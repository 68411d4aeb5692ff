import { type ApprovalRequest, nameCustomerOfNew } from '#capabilities/sca/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { findProduct, type NamedProduct } from '../domain/products.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';

/** Returns the product if the bank offers it for the service, and if its orders come in this format. */
export function productFor({
  isDocument,
  offered,
  productName,
}: {
  readonly productName: string;
  readonly offered: readonly string[];
  readonly isDocument: boolean;
}): NamedProduct {
  const named = findProduct(productName);
  if (named === undefined || !offered.includes(productName)) throw problems['product-unknown']();
  if (named.isDocument !== isDocument) throw standardProblems['unsupported-media-type']();
  return named;
}

/** Applies what the bank wants to know about the customer. */
export async function approvalFor(
  ctx: Context & PaymentsPorts,
  { approval, hasConsent }: { readonly approval: ApprovalRequest; readonly hasConsent: boolean },
): Promise<ApprovalRequest> {
  const { isCustomerIgnored, isCustomerMandated } = ctx.paymentsChoices.of(ctx.bankId);
  if (hasConsent) throw problems['sessions-not-supported']();
  const asked = isCustomerIgnored ? { ...approval, claimedName: undefined } : approval;
  const named = await nameCustomerOfNew(ctx, asked);
  if (isCustomerMandated && (approval.claimedName ?? named.claimedName) === undefined)
    throw problems['customer-missing']();
  return named;
}
