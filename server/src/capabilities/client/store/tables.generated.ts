// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface ActivationCodeTable {
  bank_id: string;
  activation_id: string;
  user_id: string;
  code_hash: Buffer;
  state: string;
  failures: number;
  expires_at: Temporal.Instant;
  pairing_id: string | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface AddressQuotaTable {
  bank_id: string;
  scope: string;
  quota_key: Buffer;
  uses: readonly Temporal.Instant[];
  used_on: Temporal.PlainDate;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface ApprovalRequestTable {
  bank_id: string;
  approval_id: string;
  source: string;
  user_id: string | null;
  device_id: string | null;
  sealed_content: Buffer;
  state: string;
  expires_at: Temporal.Instant;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface ChangeRequestTable {
  bank_id: string;
  change_request_id: string;
  customer_number: string;
  user_id: string;
  kind: string;
  state: string;
  sealed_value: Buffer | null;
  verification_id: string | null;
  codes_sent: number;
  code_requested_at: Temporal.Instant | null;
  expires_at: Temporal.Instant;
  decided_by: string | null;
  reason: string | null;
  closed_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface ClientPreferenceTable {
  bank_id: string;
  user_id: string;
  customer_number: string;
  sealed_display_name: Buffer | null;
  time_zone: string | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface DeviceTable {
  bank_id: string;
  pairing_id: string;
  device_id: string;
  user_id: string;
  status: string;
  platform: string;
  public_key: Buffer;
  attested_by: string;
  sealed_details: Buffer;
  push_platform: string | null;
  sealed_push: Buffer | null;
  blocks: readonly string[];
  confirm_until: Temporal.Instant;
  confirmed_at: Temporal.Instant | null;
  last_used_at: Temporal.Instant | null;
  unpaired_at: Temporal.Instant | null;
  unpair_reason: string | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface FraudReportTable {
  bank_id: string;
  report_id: string;
  client_number: string;
  state: string;
  is_blocking: boolean;
  sealed_details: Buffer;
  reported_at: Temporal.Instant;
  closed_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface OfflineLoginTable {
  bank_id: string;
  offline_login_id: string;
  user_id: string;
  device_id: string | null;
  expires_at: Temporal.Instant;
  exchanged_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface PendingActionTable {
  bank_id: string;
  action_id: string;
  customer_number: string;
  user_id: string | null;
  kind: string;
  reference: string;
  state: string;
  is_mandatory: boolean;
  due_at: Temporal.Instant;
  restricted_at: Temporal.Instant | null;
  result: string | null;
  sealed_evidence: Buffer | null;
  closed_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface RestrictionTable {
  bank_id: string;
  restriction_id: string;
  client_number: string;
  kind: string;
  is_scoped: boolean;
  set_by: string;
  sealed_details: Buffer;
  state: string;
  set_at: Temporal.Instant;
  expires_at: Temporal.Instant | null;
  ended_at: Temporal.Instant | null;
  lift_proposed_by: string | null;
  lift_proposed_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface TermsVersionTable {
  bank_id: string;
  version: string;
  published_at: Temporal.Instant;
  due_days: number;
  is_mandatory: boolean;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface TutorialClaimTable {
  bank_id: string;
  user_id: string;
  tutorial_id: string;
  customer_number: string;
  version: number;
  is_claimed: boolean;
  claimed_at: Temporal.Instant;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface ClientTables {
  activation_code: ActivationCodeTable;
  address_quota: AddressQuotaTable;
  approval_request: ApprovalRequestTable;
  change_request: ChangeRequestTable;
  client_preference: ClientPreferenceTable;
  device: DeviceTable;
  fraud_report: FraudReportTable;
  offline_login: OfflineLoginTable;
  pending_action: PendingActionTable;
  restriction: RestrictionTable;
  terms_version: TermsVersionTable;
  tutorial_claim: TutorialClaimTable;
}
