// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface BulkTable {
  bank_id: string;
  bulk_id: string;
  organisation_id: string;
  request_id: string;
  status: string;
  entries: number;
  sealed_payees: Buffer | null;
  created_at: Temporal.Instant;
  expires_at: Temporal.Instant;
  due_at: Temporal.Instant | null;
}

export interface BulkResultTable {
  bank_id: string;
  bulk_id: string;
  place: string;
  sealed_result: Buffer;
}

export interface CallerUseTable {
  bank_id: string;
  organisation_id: string;
  second_at: Temporal.Instant;
  second_uses: number;
  hour_at: Temporal.Instant;
  close_matches: number;
}

export interface EarlierResultTable {
  bank_id: string;
  organisation_id: string;
  request_id: string;
  iban_hash: Buffer;
  name_hash: Buffer;
  sealed_result: Buffer;
  asked_at: Temporal.Instant;
}

export interface ProbeTable {
  bank_id: string;
  organisation_id: string;
  iban_hash: Buffer;
  name_hashes: readonly Buffer[];
  asked_at: readonly Temporal.Instant[];
  changed_at: Temporal.Instant;
}

export interface VerificationTable {
  bank_id: string;
  verification_id: string;
  organisation_id: string;
  request_id: string;
  subject: string;
  iban_hash: Buffer;
  name_hash: Buffer;
  code: string;
  rule: string;
  asked_at: Temporal.Instant;
}

export interface PayeeVerificationsTables {
  bulk: BulkTable;
  bulk_result: BulkResultTable;
  caller_use: CallerUseTable;
  earlier_result: EarlierResultTable;
  probe: ProbeTable;
  verification: VerificationTable;
}
