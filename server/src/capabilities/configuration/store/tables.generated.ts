// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface BankTable {
  bank_id: string;
  name: string;
  country: string;
  default_language: string;
  time_zone: string;
  reference_currency: string;
  bic: string | null;
}

export interface MaintenanceWindowTable {
  bank_id: string;
  window_id: string;
  state: string;
  starts_at: Temporal.Instant;
  ends_at: Temporal.Instant | null;
  messages: unknown;
  planned_by: string;
  approved_by: string | null;
  started_at: Temporal.Instant | null;
  ended_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface Xs2aProfileVersionTable {
  bank_id: string;
  version: number;
  digest: Buffer;
  options: unknown;
  effective_from: Temporal.Instant;
}

export interface ConfigurationTables {
  bank: BankTable;
  maintenance_window: MaintenanceWindowTable;
  xs2a_profile_version: Xs2aProfileVersionTable;
}
