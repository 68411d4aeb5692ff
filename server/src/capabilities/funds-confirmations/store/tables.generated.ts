// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface AskedAccountTable {
  bank_id: string;
  organisation_id: string;
  account_id: string;
  amount_hashes: readonly Buffer[];
  asked_at: readonly Temporal.Instant[];
  answers: readonly string[];
  changed_at: Temporal.Instant;
}

export interface AskedDayTable {
  bank_id: string;
  consent_id: string;
  asked_on: Temporal.PlainDate;
}

export interface ConsentTable {
  bank_id: string;
  consent_id: string;
  organisation_id: string;
  third_party_name: string;
  origin: string;
  status: string;
  owner: string | null;
  holders: readonly string[];
  user_id: string | null;
  proxy: string | null;
  account_id: string;
  sealed_terms: Buffer | null;
  expires_at: Temporal.Instant;
  approved_at: Temporal.Instant | null;
  changed_at: Temporal.Instant;
  ended_at: Temporal.Instant | null;
  withdrawn_by: string | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  has_notifications: Generated<boolean>;
}

export interface FundsConfirmationsTables {
  asked_account: AskedAccountTable;
  asked_day: AskedDayTable;
  consent: ConsentTable;
}
