// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

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
  sealed_payment: Buffer;
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
}

export interface PaymentsTables {
  payment: PaymentTable;
}
