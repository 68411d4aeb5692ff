import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { type PaymentReason, type PaymentStatus, paymentStatuses, reasonOf } from '../domain/payment.ts';
import { type KeptOrder, type PaymentFormat, paymentFormats } from '../domain/single-payment.ts';
import type { PaymentsVault } from './payments-vault.ts';
import type { PaymentTable } from './tables.generated.ts';

export type PaymentRow = Selectable<PaymentTable>;

/** A payment without what it orders: all that deciding about its state needs. */
export interface PaymentHead {
  readonly paymentId: string;
  readonly organisationId: string;
  readonly thirdPartyName: string;
  readonly productName: string;
  readonly format: PaymentFormat;
  readonly status: PaymentStatus;
  readonly reason: PaymentReason | undefined;
  readonly owner: string | undefined;
  readonly leavesAccountOpen: boolean;
  readonly documentHash: Buffer;
  readonly requestedDate: Temporal.PlainDate | undefined;
  /** The first business day from the requested one on; undefined: at once. */
  readonly executionDate: Temporal.PlainDate | undefined;
  readonly isRejectedWithoutFunds: boolean;
  readonly hasFunds: boolean | undefined;
  readonly expiresAt: Temporal.Instant;
  readonly dueAt: Temporal.Instant | undefined;
  readonly approvedAt: Temporal.Instant | undefined;
  readonly releasedAt: Temporal.Instant | undefined;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly rowVersion: bigint;
}

/** A payment with what it orders. */
export interface StoredPayment extends PaymentHead, KeptOrder {}

/** Reads a row without opening its seal: also a row whose seal is broken has a state. */
export function toHead(row: Omit<PaymentRow, 'sealed_payment' | 'sealed_document'>): PaymentHead {
  return {
    paymentId: row.payment_id,
    organisationId: row.organisation_id,
    thirdPartyName: row.third_party_name,
    productName: row.product,
    format: oneOf<PaymentFormat>(paymentFormats, row.format),
    status: oneOf<PaymentStatus>(paymentStatuses, row.status),
    reason: row.reason === null ? undefined : reasonOf(row.reason),
    owner: row.owner ?? undefined,
    leavesAccountOpen: row.leaves_account_open,
    documentHash: row.document_hash,
    requestedDate: row.requested_date ?? undefined,
    executionDate: row.execution_date ?? undefined,
    isRejectedWithoutFunds: row.is_rejected_without_funds,
    hasFunds: row.has_funds ?? undefined,
    ...timesIn(row),
    rowVersion: row.row_version,
  };
}

function timesIn(
  row: Omit<PaymentRow, 'sealed_payment' | 'sealed_document'>,
): Pick<PaymentHead, 'expiresAt' | 'dueAt' | 'approvedAt' | 'releasedAt' | 'createdAt' | 'modifiedAt'> {
  return {
    expiresAt: row.expires_at,
    dueAt: row.due_at ?? undefined,
    approvedAt: row.approved_at ?? undefined,
    releasedAt: row.released_at ?? undefined,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

export function toStored(row: Omit<PaymentRow, 'sealed_document'>, vault: PaymentsVault): StoredPayment {
  return {
    ...toHead(row),
    ...vault.openPayment(row.bank_id, row.payment_id, row.sealed_payment),
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`payment row has the unknown value ${text}`);
  return found;
}
