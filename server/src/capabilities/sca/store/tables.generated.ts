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
  exemption: string | null;
  asked_customer: string | null;
  device_request_id: string | null;
}

export interface DeviceMuteTable {
  bank_id: string;
  owner: string;
  asker: string;
  asker_name: string;
  ends_at: Temporal.Instant;
}

export interface DeviceRequestTable {
  bank_id: string;
  request_id: string;
  customer: string;
  asker: string;
  asker_name: string;
  asked_at: Temporal.Instant;
  ends_at: Temporal.Instant;
  answer: string | null;
}

export interface ExemptedTotalTable {
  bank_id: string;
  user_id: string;
  currency: string;
  total_minor: bigint;
}

export interface PaymentSeriesTable {
  bank_id: string;
  user_id: string;
  series_hash: Buffer;
  approved_at: Temporal.Instant;
  last_paid_at: Temporal.Instant;
}

export interface StrongAuthenticationTable {
  bank_id: string;
  user_id: string;
  authenticated_at: Temporal.Instant;
  exempted_payments: number;
  modified_at: Temporal.Instant;
}

export interface ScaTables {
  authorisation: AuthorisationTable;
  device_mute: DeviceMuteTable;
  device_request: DeviceRequestTable;
  exempted_total: ExemptedTotalTable;
  payment_series: PaymentSeriesTable;
  strong_authentication: StrongAuthenticationTable;
}
