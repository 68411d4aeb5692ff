// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface BulkCheckTable {
  bank_id: string;
  payment_id: string;
  organisation_id: string;
  request_id: string;
  due_at: Temporal.Instant;
  is_taken: Generated<boolean>;
}

export interface BulkCheckChunkTable {
  bank_id: string;
  payment_id: string;
  chunk_no: number;
  sealed_results: Buffer;
}

export interface BulkChunkTable {
  bank_id: string;
  payment_id: string;
  chunk_no: number;
  sealed_entries: Buffer;
  started_at: Temporal.Instant | null;
  submitted_at: Temporal.Instant | null;
}

export interface BulkEntryTable {
  bank_id: string;
  payment_id: string;
  entry_no: number;
  entry_id: string;
  status: string;
  reason: string | null;
}

export interface BulkPaymentTable {
  bank_id: string;
  payment_id: string;
  entry_count: number;
  due_at: Temporal.Instant | null;
  stop_reason: string | null;
  stopped_chunks: Generated<number>;
}

export interface PayeeOptOutTable {
  bank_id: string;
  customer_number: string;
  set_by: string;
  set_at: Temporal.Instant;
}

export interface PaymentTable {
  bank_id: string;
  payment_id: string;
  organisation_id: string;
  third_party_name: string;
  product: string;
  format: string;
  status: string;
  reason: string | null;
  owner: string | null;
  leaves_account_open: boolean;
  sealed_payment: Buffer | null;
  sealed_document: Buffer | null;
  document_hash: Buffer;
  message_id: string | null;
  requested_date: Temporal.PlainDate | null;
  execution_date: Temporal.PlainDate | null;
  is_rejected_without_funds: boolean;
  has_funds: boolean | null;
  expires_at: Temporal.Instant;
  due_at: Temporal.Instant | null;
  approved_at: Temporal.Instant | null;
  released_at: Temporal.Instant | null;
  ended_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  cancellation_id: string | null;
  cancellation_until: Temporal.Instant | null;
  cancellation_approved_at: Temporal.Instant | null;
  service: Generated<string>;
  standing_order_id: string | null;
  planned_date: Temporal.PlainDate | null;
  has_notifications: Generated<boolean>;
}

export interface StandingOrderTable {
  bank_id: string;
  payment_id: string;
  planned_date: Temporal.PlainDate | null;
  due_at: Temporal.Instant | null;
  suspended_at: Temporal.Instant | null;
  suspension_reason: string | null;
  has_paid: boolean;
  has_failed: boolean;
}

export interface PaymentsTables {
  bulk_check: BulkCheckTable;
  bulk_check_chunk: BulkCheckChunkTable;
  bulk_chunk: BulkChunkTable;
  bulk_entry: BulkEntryTable;
  bulk_payment: BulkPaymentTable;
  payee_opt_out: PayeeOptOutTable;
  payment: PaymentTable;
  standing_order: StandingOrderTable;
}
