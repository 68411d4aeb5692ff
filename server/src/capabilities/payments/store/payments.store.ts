import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { isFinal } from '../domain/payment.ts';
import { keptOrder } from './new-payments.store.ts';
import {
  type PaymentHead,
  type StoredBulk,
  type StoredPayment,
  toHead,
  toStored,
  toStoredBulk,
} from './payment-rows.ts';
import type { PaymentsVault } from './payments-vault.ts';
import type { PaymentTable } from './tables.generated.ts';
import { tables } from './tables.ts';

export type { PaymentHead, StoredBulk, StoredPayment } from './payment-rows.ts';

export interface PaymentKey {
  readonly bankId: string;
  readonly paymentId: string;
}

const headColumns = [
  'bank_id',
  'payment_id',
  'service',
  'organisation_id',
  'third_party_name',
  'product',
  'format',
  'status',
  'reason',
  'owner',
  'leaves_account_open',
  'document_hash',
  'message_id',
  'requested_date',
  'execution_date',
  'standing_order_id',
  'planned_date',
  'is_rejected_without_funds',
  'has_funds',
  'expires_at',
  'due_at',
  'approved_at',
  'released_at',
  'ended_at',
  'cancellation_id',
  'cancellation_until',
  'cancellation_approved_at',
  'has_notifications',
  'row_version',
  'created_at',
  'modified_at',
] as const;

const findHeadRow = statement<PaymentKey>()(({ bankId, paymentId }) =>
  tables
    .selectFrom('payment')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

/** Finds a payment without opening its seal. */
export async function findPaymentHead(db: Reader, key: PaymentKey): Promise<PaymentHead | undefined> {
  const row = await db.first(findHeadRow(key));
  return row && toHead(row);
}

const listHeadRows = statement<{ readonly bankId: string; readonly paymentIds: readonly string[] }>()(
  ({ bankId, paymentIds }) =>
    tables
      .selectFrom('payment')
      .select(headColumns)
      .where('bank_id', '=', bankId)
      .where(sql<boolean>`payment_id = any(${paymentIds}::uuid[])`),
);

/** Lists payments by their ids; those that do not exist are left out. */
export async function listHeads(
  db: Reader,
  criteria: { readonly bankId: string; readonly paymentIds: readonly string[] },
): Promise<readonly PaymentHead[]> {
  return (await db.rows(listHeadRows(criteria))).map(toHead);
}

const findRow = statement<PaymentKey>()(({ bankId, paymentId }) =>
  tables
    .selectFrom('payment')
    .select([...headColumns, 'sealed_payment'])
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

export async function findPayment(
  db: Reader,
  vault: PaymentsVault,
  key: PaymentKey,
): Promise<StoredPayment | undefined> {
  const row = await db.first(findRow(key));
  return row && toStored(row, vault);
}

/** A payment whose order is opened on demand: also one whose seal is broken has a state. */
export interface SealedPayment {
  readonly head: PaymentHead;
  /** False for what was never signed and has ended: its content is deleted. */
  readonly hasContent: boolean;
  /** Throws `Unsealable` if the seal is broken. */
  readonly open: () => StoredPayment;
  /** The same for a bulk. */
  openBulk(): StoredBulk;
}

/** Finds a payment in one read, whether or not its order can be opened. */
export async function findSealedPayment(
  db: Reader,
  vault: PaymentsVault,
  key: PaymentKey,
): Promise<SealedPayment | undefined> {
  const row = await db.first(findRow(key));
  return row && sealedPayment(row, vault);
}

function sealedPayment(row: Parameters<typeof toStored>[0], vault: PaymentsVault): SealedPayment {
  return {
    head: toHead(row),
    hasContent: row.sealed_payment !== null,
    open: () => toStored(row, vault),
    openBulk: () => toStoredBulk(row, vault),
  };
}

const findDocumentRow = statement<PaymentKey>()(({ bankId, paymentId }) =>
  tables
    .selectFrom('payment')
    .select('sealed_document')
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

/** Returns the document of a payment that was ordered by one. */
export async function findDocument(
  db: Reader,
  vault: PaymentsVault,
  key: PaymentKey,
): Promise<Buffer | undefined> {
  const row = await db.first(findDocumentRow(key));
  const sealed = row?.sealed_document ?? undefined;
  return sealed && vault.openDocument(key.bankId, key.paymentId, sealed);
}

const lockHeadRow = statement<PaymentKey>('lock')(({ bankId, paymentId }) =>
  tables
    .selectFrom('payment')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId)
    .forUpdate(),
);

/** Locks a payment without opening its seal. */
export async function lockPaymentHead(work: Writer, key: PaymentKey): Promise<PaymentHead | undefined> {
  const row = await work.lock(lockHeadRow(key));
  return row && toHead(row);
}

const lockRow = statement<PaymentKey>('lock')(({ bankId, paymentId }) =>
  tables
    .selectFrom('payment')
    .select([...headColumns, 'sealed_payment'])
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId)
    .forUpdate(),
);

export async function lockPayment(
  work: Writer,
  vault: PaymentsVault,
  key: PaymentKey,
): Promise<StoredPayment | undefined> {
  const row = await work.lock(lockRow(key));
  return row && toStored(row, vault);
}

/** Locks a payment, whether or not its order can be opened. */
export async function lockSealedPayment(
  work: Writer,
  vault: PaymentsVault,
  key: PaymentKey,
): Promise<SealedPayment | undefined> {
  const row = await work.lock(lockRow(key));
  return row && sealedPayment(row, vault);
}

type StateRow = Pick<
  PaymentTable,
  | 'bank_id'
  | 'payment_id'
  | 'status'
  | 'reason'
  | 'owner'
  | 'leaves_account_open'
  | 'has_funds'
  | 'expires_at'
  | 'due_at'
  | 'approved_at'
  | 'released_at'
  | 'ended_at'
  | 'row_version'
  | 'modified_at'
>;

const update = statement<StateRow>('write')((row) =>
  tables
    .updateTable('payment')
    .set({
      status: row.status,
      reason: row.reason,
      owner: row.owner,
      leaves_account_open: row.leaves_account_open,
      has_funds: row.has_funds,
      expires_at: row.expires_at,
      due_at: row.due_at,
      approved_at: row.approved_at,
      released_at: row.released_at,
      ended_at: row.ended_at,
      row_version: sql`row_version + 1`,
      modified_at: row.modified_at,
    })
    .where('bank_id', '=', row.bank_id)
    .where('payment_id', '=', row.payment_id)
    .where('row_version', '=', row.row_version),
);

/** Saves the state of a locked payment. */
export function updatePayment(
  work: Writer,
  bankId: string,
  { head, now }: { readonly head: PaymentHead; readonly now: Temporal.Instant },
): void {
  work.write(
    update({
      bank_id: bankId,
      payment_id: head.paymentId,
      status: head.status,
      reason: head.reason ?? null,
      owner: head.owner ?? null,
      leaves_account_open: head.leavesAccountOpen,
      has_funds: head.hasFunds ?? null,
      expires_at: head.expiresAt,
      due_at: head.dueAt ?? null,
      approved_at: head.approvedAt ?? null,
      released_at: head.releasedAt ?? null,
      ended_at: isFinal(head.status) ? now : null,
      row_version: head.rowVersion,
      modified_at: now,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}

const updateOrder = statement<PaymentKey & { readonly sealed: Buffer }>('write')(
  ({ bankId, paymentId, sealed }) =>
    tables
      .updateTable('payment')
      .set({ sealed_payment: sealed })
      .where('bank_id', '=', bankId)
      .where('payment_id', '=', paymentId),
);

/** Replaces the order of a locked payment, whose payer has chosen the account. */
export function replaceOrder(
  work: Writer,
  vault: PaymentsVault,
  bankId: string,
  payment: StoredPayment,
): void {
  const { paymentId } = payment;
  const sealed = vault.sealPayment(bankId, paymentId, keptOrder(payment));
  work.write(updateOrder({ bankId, paymentId, sealed }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}
