import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { KeptBulk } from '../domain/bulk-payment.ts';
import type { CancellationRequest } from '../domain/cancellation.ts';
import { type PaymentReason, type PaymentStatus, paymentStatuses, reasonOf } from '../domain/payment.ts';
import {
  type KeptOrder,
  type PaymentFormat,
  type PaymentService,
  paymentFormats,
  paymentServices,
} from '../domain/single-payment.ts';
import { problems } from '../problems.ts';
import type { PaymentsVault } from './payments-vault.ts';
import type { PaymentTable } from './tables.generated.ts';

export type PaymentRow = Selectable<PaymentTable>;

/** A new payment: no cancellation was asked for. */
export type NewRow = Omit<PaymentRow, 'cancellation_id' | 'cancellation_until' | 'cancellation_approved_at'>;

/** A day of a standing order, as its schedule planned it. */
export interface StandingDay {
  readonly orderId: string;
  readonly plannedDate: Temporal.PlainDate;
}

/** A payment without what it orders: all that deciding about its state needs. */
export interface PaymentHead {
  readonly paymentId: string;
  readonly service: PaymentService;
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
  /** Present in an execution of a standing order. */
  readonly execution?: StandingDay;
  /** The third party named an address for changes of its status. */
  readonly hasNotifications?: true;
  /** The last cancellation that the payer was to approve. */
  readonly cancellation?: CancellationRequest;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly rowVersion: bigint;
}

/** A payment with what it orders. */
export interface StoredPayment extends PaymentHead, KeptOrder {}

/** A bulk with what it orders, without its transfers. */
export interface StoredBulk extends PaymentHead {
  readonly bulk: KeptBulk;
}

/** Reads a row without opening its seal: also a row whose seal is broken has a state. */
export function toHead(row: Omit<PaymentRow, 'sealed_payment' | 'sealed_document'>): PaymentHead {
  return {
    paymentId: row.payment_id,
    service: oneOf<PaymentService>(paymentServices, row.service),
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
    ...cancellationIn(row),
    ...executionIn(row),
    ...(row.has_notifications ? { hasNotifications: true } : {}),
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

function cancellationIn(
  row: Omit<PaymentRow, 'sealed_payment' | 'sealed_document'>,
): Pick<PaymentHead, 'cancellation'> {
  const { cancellation_approved_at, cancellation_id, cancellation_until } = row;
  if (cancellation_id === null || cancellation_until === null) return {};
  return {
    cancellation: {
      cancellationId: cancellation_id,
      until: cancellation_until,
      approvedAt: cancellation_approved_at ?? undefined,
    },
  };
}

function executionIn({
  planned_date,
  standing_order_id,
}: Pick<PaymentRow, 'planned_date' | 'standing_order_id'>): Pick<PaymentHead, 'execution'> {
  if (standing_order_id === null || planned_date === null) return {};
  return { execution: { orderId: standing_order_id, plannedDate: planned_date } };
}

export function toStored(row: Omit<PaymentRow, 'sealed_document'>, vault: PaymentsVault): StoredPayment {
  return {
    ...toHead(row),
    ...vault.openPayment(row.bank_id, row.payment_id, contentIn(row)),
  };
}

export function toStoredBulk(row: Omit<PaymentRow, 'sealed_document'>, vault: PaymentsVault): StoredBulk {
  return { ...toHead(row), bulk: vault.openBulk(row.bank_id, row.payment_id, contentIn(row)) };
}

/** The content of what was never signed is deleted soon after its end. */
function contentIn({ sealed_payment }: Pick<PaymentRow, 'sealed_payment'>): Buffer {
  if (sealed_payment === null) throw problems['content-deleted']();
  return sealed_payment;
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`payment row has the unknown value ${text}`);
  return found;
}
