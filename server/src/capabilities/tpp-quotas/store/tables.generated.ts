// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface OrganisationUseTable {
  bank_id: string;
  organisation_id: string;
  open_resources: number;
  bytes: bigint;
}

export interface ResourceTable {
  bank_id: string;
  resource_id: string;
  resource_kind: string;
  organisation_id: string;
  account_id: string | null;
  bytes: bigint;
  open_until: Temporal.Instant;
  ended_at: Temporal.Instant | null;
}

export interface UnknownAccountTable {
  bank_id: string;
  organisation_id: string;
  number_hashes: readonly Buffer[];
  asked_at: readonly Temporal.Instant[];
  changed_at: Temporal.Instant;
}

export interface TppQuotasTables {
  organisation_use: OrganisationUseTable;
  resource: ResourceTable;
  unknown_account: UnknownAccountTable;
}
