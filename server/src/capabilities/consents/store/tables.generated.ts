// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface AccessDayTable {
  bank_id: string;
  consent_id: string;
  accessed_on: Temporal.PlainDate;
  is_attended: boolean;
  is_unattended: boolean;
}

export interface AccessUseTable {
  bank_id: string;
  consent_id: string;
  used_on: Temporal.PlainDate;
  target: string;
  uses: number;
}

export interface ConsentTable {
  bank_id: string;
  consent_id: string;
  organisation_id: string;
  third_party_name: string;
  status: string;
  owner: string | null;
  holders: readonly string[];
  user_id: string | null;
  proxy: string | null;
  leaves_accounts_open: boolean;
  sealed_access: Buffer | null;
  is_recurring: boolean;
  valid_until: Temporal.PlainDate;
  frequency_per_day: number;
  is_combined: boolean;
  is_sole: boolean;
  expires_at: Temporal.Instant;
  ends_at: Temporal.Instant | null;
  approved_at: Temporal.Instant | null;
  changed_at: Temporal.Instant;
  ended_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  withdrawn_by: string | null;
  has_notifications: Generated<boolean>;
}

export interface ReportMarkTable {
  bank_id: string;
  consent_id: string;
  resource_id: string;
  entry_reference: string;
  reported_on: Temporal.PlainDate;
}

export interface ConsentsTables {
  access_day: AccessDayTable;
  access_use: AccessUseTable;
  consent: ConsentTable;
  report_mark: ReportMarkTable;
}
