import { type Place, toResourceStart } from '#capabilities/sca/index.ts';
import { toVopStatus, type VopStatus } from '#dialects/xs2a/vop-status.ts';
import type { ResponseOf } from '#platform/http/contract.ts';
import type { confirmPayee as confirmContract } from '../contract/creditor-confirmation.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import type { PayeeResult } from '../domain/payee-check.ts';
import type { NamedAccount } from '../domain/single-payment.ts';
import type { ConfirmedPayee } from '../operations/confirm-payee.ts';
import type { CheckedPayment } from '../steps/checked-payment.ts';
import type { ToldBulkCheck } from '../steps/told-bulk-check.ts';

type Links = Record<string, { readonly href: string }>;

/** Whether results are known. */
type CheckStage = 'known' | 'running';

export function stageOf({ result }: CheckedPayment): CheckStage {
  return result === undefined ? 'running' : 'known';
}

export function bulkStageOf({ doubts }: ToldBulkCheck): CheckStage {
  return doubts === undefined ? 'running' : 'known';
}

/** Links of a payment whose payee is not verified or confirmed: no authorisation starts before that. SPEC xs2a-2026 2.3 */
export function unverifiedLinks({ resource }: Place, stage: CheckStage): Links {
  return {
    ...(stage === 'running'
      ? {}
      : { creditorNameConfirmation: { href: `${resource}/creditor-confirmation` } }),
    self: { href: resource },
    status: { href: `${resource}/status` },
  };
}

/** Returns the list of payees that did not match: none while the result is not known. */
export function toVopStatuses({ payment, result }: CheckedPayment): VopStatus[] | undefined {
  if (result === undefined || result.code === 'MTCH') return undefined;
  return vopStatusesOf(payment, result);
}

/** The same for a bulk, of which a part is listed. */
export function toBulkVopStatuses({ doubts }: ToldBulkCheck): VopStatus[] | undefined {
  return doubts?.listed.flatMap(({ entry, result }) => vopStatusesOf(entry, result));
}

interface Warning {
  readonly category: 'WARNING';
  readonly code: string;
  readonly text: string;
}

/** Tells how many payees did not match where not all of them are listed. */
export function unlistedWarning({ doubts }: ToldBulkCheck): Warning[] | undefined {
  if (doubts === undefined || doubts.listed.length >= doubts.count) return undefined;
  const text = `${doubts.listed.length} of ${doubts.count} payees that did not match are listed. The page of the approval shows all.`;
  return [{ category: 'WARNING' as const, code: 'WARNING', text }];
}

function vopStatusesOf(transfer: BulkEntry, { code, matchedName }: PayeeResult): VopStatus[] {
  if (code === 'MTCH') return [];
  return [
    toVopStatus({
      instructionId: transfer.instructionIdentification,
      endToEndId: transfer.endToEndIdentification,
      uetr: transfer.uetr,
      amount: transfer.instructedAmount,
      creditorName: transfer.creditorName,
      creditorAccount: plainAccount(transfer.creditorAccount),
      ultimateCreditor: transfer.ultimateCreditor,
      code,
      matchedName,
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
