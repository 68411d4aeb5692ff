// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface BrowserTable {
  bank_id: string;
  browser_id: string;
  user_id: string;
  secret_hash: Buffer;
  name: string;
  first_seen_at: Temporal.Instant;
  last_seen_at: Temporal.Instant;
}

export interface ClientQuotaTable {
  bank_id: string;
  scope: string;
  client_id: string;
  day: Temporal.PlainDate;
  uses: number;
}

export interface ContactVerificationTable {
  bank_id: string;
  user_id: string;
  kind: string;
  value_index: Buffer;
  verification_id: string;
  expires_at: Temporal.Instant;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface FormerContactTable {
  bank_id: string;
  former_contact_id: string;
  user_id: string;
  kind: string;
  sealed_value: Buffer;
  ended_at: Temporal.Instant;
}

export interface LinkedLoginTable {
  bank_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  provider: string;
  sealed_login: Buffer;
  login_index: Buffer;
  created_at: Temporal.Instant;
}

export interface LoginAttemptsTable {
  bank_id: string;
  subject: string;
  device_class: string;
  failures: number;
  failures_in_row: number;
  locks: number;
  locked_until: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  used_on: Generated<Temporal.PlainDate>;
}

export interface LoginEventTable {
  bank_id: string;
  user_id: string;
  occurred_at: Temporal.Instant;
  login_event_id: string;
  result: string;
  browser_name: string;
  sealed_address: Buffer | null;
}

export interface PasskeyTable {
  bank_id: string;
  passkey_id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  sign_count: bigint;
  transports: readonly string[];
  aaguid: string;
  is_backed_up: boolean;
  is_backup_eligible: boolean;
  name: string;
  last_used_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
}

export interface PasskeyProofTable {
  bank_id: string;
  proof_id: string;
  user_id: string;
  sealed_state: Buffer;
  expires_at: Temporal.Instant;
  created_at: Temporal.Instant;
}

export interface PictureTable {
  bank_id: string;
  picture_id: string;
  user_id: string;
  kind: string;
  content: Buffer;
  content_type: string;
  created_at: Temporal.Instant;
}

export interface QuotaTable {
  bank_id: string;
  scope: string;
  quota_key: Buffer;
  uses: readonly Temporal.Instant[];
  modified_at: Temporal.Instant;
  used_on: Generated<Temporal.PlainDate>;
}

export interface SecurityAnswerTable {
  bank_id: string;
  user_id: string;
  question_id: string;
  answer_hash: string;
  position: number;
  created_at: Temporal.Instant;
}

export interface SessionTable {
  bank_id: string;
  session_id: string;
  user_id: string;
  secret_hash: Buffer | null;
  client_name: string | null;
  browser_name: string;
  assurance: string;
  authenticated_at: Temporal.Instant;
  seen_at: Temporal.Instant;
  expires_at: Temporal.Instant;
  ended_at: Temporal.Instant | null;
  created_at: Temporal.Instant;
  browser_id: string | null;
}

export interface SignInTable {
  bank_id: string;
  sign_in_id: string;
  binding_hash: Buffer;
  sealed_state: Buffer;
  touched_at: Temporal.Instant;
  expires_at: Temporal.Instant;
  row_version: bigint;
  created_at: Temporal.Instant;
  previous_binding_hash: Buffer | null;
  form_hash: Buffer | null;
  form_locked_until: Temporal.Instant | null;
  repeats_left: Generated<number>;
  repeatable_until: Temporal.Instant | null;
  ended_at: Temporal.Instant | null;
  superseded_forms: Generated<unknown>;
}

export interface UserAccountTable {
  bank_id: string;
  user_id: string;
  username: string;
  kind: string;
  customer_number: string | null;
  status: string;
  status_since: Temporal.Instant;
  sealed_profile: Buffer;
  email_index: Buffer | null;
  phone_index: Buffer | null;
  open_email_at: Temporal.Instant | null;
  open_phone_at: Temporal.Instant | null;
  phone_cooling_off_until: Temporal.Instant | null;
  terms_version: string | null;
  last_login_at: Temporal.Instant | null;
  last_answer_validated_at: Temporal.Instant | null;
  last_password_reset_at: Temporal.Instant | null;
  hint_picture_id: string | null;
  profile_picture_id: string | null;
  closed_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface UserCredentialTable {
  bank_id: string;
  user_id: string;
  kind: string;
  hash: string;
  channel: string | null;
  expires_at: Temporal.Instant | null;
  used_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  failures: Generated<number>;
}

export interface UsernameReservationTable {
  bank_id: string;
  username: string;
  user_id: string;
  reason: string;
  reserved_until: Temporal.Instant;
  created_at: Temporal.Instant;
}

export interface IdentityTables {
  browser: BrowserTable;
  client_quota: ClientQuotaTable;
  contact_verification: ContactVerificationTable;
  former_contact: FormerContactTable;
  linked_login: LinkedLoginTable;
  login_attempts: LoginAttemptsTable;
  login_event: LoginEventTable;
  passkey: PasskeyTable;
  passkey_proof: PasskeyProofTable;
  picture: PictureTable;
  quota: QuotaTable;
  security_answer: SecurityAnswerTable;
  session: SessionTable;
  sign_in: SignInTable;
  user_account: UserAccountTable;
  user_credential: UserCredentialTable;
  username_reservation: UsernameReservationTable;
}
