import type { NewResource } from '#capabilities/tpp-quotas/index.ts';
import type { KeptBulk } from '../domain/bulk-payment.ts';
import { keptOrder, type NewPayment } from '../store/new-payments.store.ts';
import type { PaymentHead } from '../store/payments.store.ts';

/** Returns a payment as the quotas of its third party count it; its size is that before encryption. */
export function paymentResource(payment: NewPayment, accountId: string | undefined): NewResource {
  return resourceOf(payment, accountId, sizeOf(keptOrder(payment)) + (payment.document?.length ?? 0));
}

/** The parts of a bulk, as a thread has packed them. */
export interface PackedBulk {
  readonly bulk: KeptBulk;
  readonly chunks: readonly Uint8Array[];
  readonly document: Uint8Array;
}

/** The same for a bulk with its transfers. */
export function bulkResource(
  head: PaymentHead,
  accountId: string,
  { bulk, chunks, document }: PackedBulk,
): NewResource {
  const packed = chunks.reduce((sum, { length }) => sum + length, document.length);
  return resourceOf(head, accountId, sizeOf(bulk) + packed);
}

function resourceOf(
  { expiresAt, paymentId }: PaymentHead,
  accountId: string | undefined,
  contentBytes: number,
): NewResource {
  return { kind: 'payment', id: paymentId, accountId, contentBytes, expiresAt };
}

function sizeOf(content: object): number {
  return Buffer.byteLength(JSON.stringify(content));
}
