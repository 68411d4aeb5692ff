// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface AuthorisationTable {
  bank_id: string;
  authorisation_id: string;
  subject_kind: string;
  subject_id: string;
  organisation_id: string;
  approach: string;
  status: string;
  failure: string | null;
  user_id: string | null;
  wrong_passwords: number;
  wrong_codes: number;
  sealed_details: Buffer;
  handle_hash: Buffer | null;
  confirmation_hash: Buffer | null;
  expires_at: Temporal.Instant;
  link_expires_at: Temporal.Instant | null;
  arrived_at: Temporal.Instant | null;
  active_at: Temporal.Instant | null;
  asked_at: Temporal.Instant | null;
  ends_at: Temporal.Instant | null;
  ended_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface ScaTables {
  authorisation: AuthorisationTable;
}
