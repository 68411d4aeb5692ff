// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface DataKeyTable {
  bank_id: string;
  key_id: Buffer;
  wrapped: Buffer;
  created_at: Temporal.Instant;
}

export interface FactorAttemptsTable {
  bank_id: string;
  subject: string;
  attempts: readonly Temporal.Instant[];
  streak: number;
  lockouts: readonly Temporal.Instant[];
  locked_until: Temporal.Instant | null;
  is_suspended: boolean;
  daily_cap: number;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  used_on: Generated<Temporal.PlainDate>;
}

export interface OathTokenTable {
  bank_id: string;
  token_id: string;
  user_id: string | null;
  device_id: string | null;
  serial: string | null;
  kind: string;
  suite: string;
  digits: number;
  step_seconds: number;
  sealed_seed: Buffer;
  status: string;
  counter: bigint | null;
  drift: number;
  lean: number;
  resync_counter: bigint | null;
  resync_until: Temporal.Instant | null;
  last_success_at: Temporal.Instant | null;
  last_success_client: string | null;
  proof_consumed_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface OcraChallengeTable {
  bank_id: string;
  challenge_id: string;
  position: Generated<bigint>;
  client_id: string;
  user_id: string | null;
  subject: string;
  mode: string;
  signature_data_hash: Buffer | null;
  challenge_code: string;
  is_dummy: boolean;
  attempts: number;
  attempts_max: number;
  expires_at: Temporal.Instant;
  superseded_at: Temporal.Instant | null;
  voided_at: Temporal.Instant | null;
  verified_at: Temporal.Instant | null;
  proof_until: Temporal.Instant | null;
  consumed_at: Temporal.Instant | null;
  consumed_by: string | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface OtpVerificationTable {
  bank_id: string;
  verification_id: string;
  client_id: string;
  user_id: string | null;
  subject: string;
  channel: string;
  action: string;
  recipient_index: Buffer;
  code_hash: Buffer;
  digits: number;
  sealed_text: Buffer;
  is_dummy: boolean;
  attempts: number;
  attempts_max: number;
  prefix: string | null;
  country: string | null;
  dispatch_at: Temporal.Instant | null;
  communication_id: string | null;
  expires_at: Temporal.Instant;
  superseded_at: Temporal.Instant | null;
  verified_at: Temporal.Instant | null;
  proof_until: Temporal.Instant | null;
  consumed_at: Temporal.Instant | null;
  consumed_by: string | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface RecipientSendsTable {
  bank_id: string;
  recipient_index: Buffer;
  sends: readonly Temporal.Instant[];
  modified_at: Temporal.Instant;
  used_on: Generated<Temporal.PlainDate>;
}

export interface ReleasedAmountTable {
  bank_id: string;
  resource_kind: string;
  resource_id: string;
  account_index: Buffer;
  currency: string;
  minor: bigint;
  released_at: Temporal.Instant;
}

export interface SendTallyTable {
  bank_id: string;
  scope: string;
  tally_key: string;
  hour: Temporal.Instant;
  sent: number;
  used: number;
}

export interface SignatureTable {
  bank_id: string;
  collection_id: string;
  digest: string;
  user_id: string;
  position: number;
  on_behalf_of: string | null;
  counted: unknown;
  proof_kind: string;
  proof_id: string | null;
  device_id: string | null;
  signed_at: Temporal.Instant;
  state: string;
  voided_at: Temporal.Instant | null;
  void_reason: string | null;
  seal: Buffer;
  is_settled: Generated<boolean>;
}

export interface SignatureCollectionTable {
  bank_id: string;
  owner: string;
  resource_kind: string;
  resource_id: string;
  collection_id: string;
  digest: string;
  decision: string;
  sealed_signature_data: Buffer;
  initiator: string | null;
  seal: Buffer;
  state: string;
  expires_at: Temporal.Instant;
  fulfilled_at: Temporal.Instant | null;
  settled_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface SignerTable {
  bank_id: string;
  user_id: string;
  created_at: Temporal.Instant;
}

export interface SigningAbsenceTable {
  bank_id: string;
  absence_id: string;
  owner: string;
  user_id: string;
  delegate_id: string | null;
  absent_from: Temporal.Instant;
  absent_until: Temporal.Instant;
  created_at: Temporal.Instant;
  ended_at: Temporal.Instant | null;
}

export interface SigningChangeTable {
  bank_id: string;
  change_id: string;
  owner: string;
  subject: string;
  content: unknown;
  reason: string;
  state: string;
  proposed_by: string;
  proposed_at: Temporal.Instant;
  decided_by: string | null;
  decided_at: Temporal.Instant | null;
  signed_resource_id: string | null;
}

export interface SigningGroupMemberTable {
  bank_id: string;
  owner: string;
  group_id: string;
  user_id: string;
  valid_from: Temporal.Instant;
  valid_until: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface SigningGroupPastTable {
  bank_id: string;
  owner: string;
  group_id: string;
  user_id: string;
  valid_from: Temporal.Instant;
  valid_until: Temporal.Instant;
  change_id: string;
}

export interface SigningRuleTable {
  bank_id: string;
  rule_id: string;
  version: number;
  status: string;
  owner: string;
  is_mandatory: boolean;
  resource_kind: string;
  authorization_type: string;
  transaction_type: string;
  account: string;
  currency: string;
  amount_from: bigint;
  amount_to: bigint | null;
  document: unknown;
  valid_from: Temporal.Instant;
  valid_until: Temporal.Instant | null;
  activated_by: string | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  change_id: string | null;
  retired_change_id: string | null;
  within_days: number | null;
}

export interface UsedDeviceSignatureTable {
  bank_id: string;
  signed_text_hash: Buffer;
  used_for: string;
  created_at: Temporal.Instant;
}

export interface UsedSendTable {
  bank_id: string;
  recipient_index: Buffer;
  sent_at: Temporal.Instant;
}

export interface AuthorizationTables {
  data_key: DataKeyTable;
  factor_attempts: FactorAttemptsTable;
  oath_token: OathTokenTable;
  ocra_challenge: OcraChallengeTable;
  otp_verification: OtpVerificationTable;
  recipient_sends: RecipientSendsTable;
  released_amount: ReleasedAmountTable;
  send_tally: SendTallyTable;
  signature: SignatureTable;
  signature_collection: SignatureCollectionTable;
  signer: SignerTable;
  signing_absence: SigningAbsenceTable;
  signing_change: SigningChangeTable;
  signing_group_member: SigningGroupMemberTable;
  signing_group_past: SigningGroupPastTable;
  signing_rule: SigningRuleTable;
  used_device_signature: UsedDeviceSignatureTable;
  used_send: UsedSendTable;
}
