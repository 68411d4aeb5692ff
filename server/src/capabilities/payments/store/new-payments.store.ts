import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { KeptOrder } from '../domain/single-payment.ts';
import { problems } from '../problems.ts';
import type { NewRow, PaymentHead, StoredPayment } from './payment-rows.ts';
import type { PaymentsVault } from './payments-vault.ts';
import { insertStandingOrder } from './standing-orders.store.ts';
import { tables } from './tables.ts';

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('payment').values({
    bank_id: row.bank_id,
    payment_id: row.payment_id,
    service: row.service,
    organisation_id: row.organisation_id,
    third_party_name: row.third_party_name,
    product: row.product,
    format: row.format,
    status: row.status,
    reason: row.reason,
    owner: row.owner,
    leaves_account_open: row.leaves_account_open,
    sealed_payment: row.sealed_payment,
    sealed_document: row.sealed_document,
    document_hash: row.document_hash,
    message_id: row.message_id,
    requested_date: row.requested_date,
    standing_order_id: row.standing_order_id,
    planned_date: row.planned_date,
    execution_date: row.execution_date,
    is_rejected_without_funds: row.is_rejected_without_funds,
    has_notifications: row.has_notifications,
    has_funds: row.has_funds,
    expires_at: row.expires_at,
    due_at: row.due_at,
    approved_at: row.approved_at,
    released_at: row.released_at,
    ended_at: row.ended_at,
    row_version: row.row_version,
    created_at: row.created_at,
    modified_at: row.modified_at,
  }),
);

export function keptOrder({ header, payeeCheck, payment, schedule }: KeptOrder): KeptOrder {
  return { payment, ...omitUndefined({ header, payeeCheck, schedule }) };
}

/** A new payment. */
export interface NewPayment extends StoredPayment {
  readonly document: Uint8Array | undefined;
}

export function insertPayment(work: Writer, vault: PaymentsVault, bankId: string, payment: NewPayment): void {
  const { document, header, paymentId } = payment;
  insertSealedPayment(work, bankId, payment, {
    sealedPayment: vault.sealPayment(bankId, paymentId, keptOrder(payment)),
    sealedDocument: document === undefined ? null : vault.sealDocument(bankId, paymentId, document),
    messageId: header?.messageId,
  });
  if (payment.schedule !== undefined) insertStandingOrder(work, { bankId, paymentId });
}

/** An order as its row has it. */
export interface SealedOrder {
  readonly sealedPayment: Buffer;
  readonly sealedDocument: Buffer | null;
  readonly messageId: string | undefined;
}

/** Inserts the row of a new payment. */
export function insertSealedPayment(
  work: Writer,
  bankId: string,
  payment: PaymentHead,
  { messageId, sealedDocument, sealedPayment: sealed }: SealedOrder,
): void {
  work.write(
    insert({
      bank_id: bankId,
      payment_id: payment.paymentId,
      service: payment.service,
      organisation_id: payment.organisationId,
      third_party_name: payment.thirdPartyName,
      product: payment.productName,
      format: payment.format,
      status: payment.status,
      reason: payment.reason ?? null,
      owner: payment.owner ?? null,
      leaves_account_open: payment.leavesAccountOpen,
      sealed_payment: sealed,
      sealed_document: sealedDocument,
      document_hash: payment.documentHash,
      message_id: messageId ?? null,
      requested_date: payment.requestedDate ?? null,
      execution_date: payment.executionDate ?? null,
      ...executionColumns(payment),
      is_rejected_without_funds: payment.isRejectedWithoutFunds,
      has_notifications: payment.hasNotifications ?? false,
      has_funds: payment.hasFunds ?? null,
      expires_at: payment.expiresAt,
      due_at: payment.dueAt ?? null,
      approved_at: payment.approvedAt ?? null,
      released_at: null,
      ended_at: null,
      row_version: payment.rowVersion,
      created_at: payment.createdAt,
      modified_at: payment.modifiedAt,
    }),
    { constraints: { payment_message: problems['message-repeated'] } },
  );
}

function executionColumns({ execution }: PaymentHead): Pick<NewRow, 'standing_order_id' | 'planned_date'> {
  return {
    standing_order_id: execution?.orderId ?? null,
    planned_date: execution?.plannedDate ?? null,
  };
}
