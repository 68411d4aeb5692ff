import { type Place, toResourceStart } from '#capabilities/sca/index.ts';
import { toVopStatus, type VopStatus } from '#dialects/xs2a/vop-status.ts';
import type { ResponseOf } from '#platform/http/contract.ts';
import type { confirmPayee as confirmContract } from '../contract/creditor-confirmation.ts';
import type { NamedAccount } from '../domain/single-payment.ts';
import type { ConfirmedPayee } from '../operations/confirm-payee.ts';
import type { CheckedPayment } from '../steps/checked-payment.ts';

type Links = Record<string, { readonly href: string }>;

/** Links of a payment whose payee is not verified or confirmed: no authorisation starts before that. SPEC xs2a-2026 2.3 */
export function unverifiedLinks({ resource }: Place, { result }: CheckedPayment): Links {
  return {
    ...(result === undefined
      ? {}
      : { creditorNameConfirmation: { href: `${resource}/creditor-confirmation` } }),
    self: { href: resource },
    status: { href: `${resource}/status` },
  };
}

/** Returns the list of payees that did not match: none while the result is not known. */
export function toVopStatuses({ payment, result }: CheckedPayment): VopStatus[] | undefined {
  if (result === undefined || result.code === 'MTCH') return undefined;
  return [
    toVopStatus({
      instructionId: payment.instructionIdentification,
      endToEndId: payment.endToEndIdentification,
      uetr: payment.uetr,
      amount: payment.instructedAmount,
      creditorName: payment.creditorName,
      creditorAccount: plainAccount(payment.creditorAccount),
      ultimateCreditor: payment.ultimateCreditor,
      code: result.code,
      matchedName: result.matchedName,
    }),
  ];
}

/** Checked payments name their creditors by IBAN. */
function plainAccount({
  currency,
  iban,
}: NamedAccount): VopStatus['originalTransactionReference']['creditorAccount'] {
  return { ...(iban === undefined ? {} : { iban }), ...(currency === undefined ? {} : { currency }) };
}

export function toConfirmedPayee(
  { start, status }: ConfirmedPayee,
  place: Place,
): ResponseOf<typeof confirmContract> {
  const { _links } = toResourceStart(start, place).body;
  return {
    status: 200 as const,
    headers: { 'x-reference-api-version': '1.3.16' },
    body: { transactionStatus: status, _links },
  };
}
