// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface BlockTable {
  bank_id: string;
  block_id: string;
  organisation_id: string | null;
  issuer: string | null;
  serial_number: string | null;
  reason: string;
  blocked_at: Temporal.Instant;
  ends_at: Temporal.Instant | null;
  lifted_at: Temporal.Instant | null;
}

export interface CertificateTable {
  bank_id: string;
  issuer: string;
  serial_number: string;
  organisation_id: string;
  fingerprint256: string;
  roles: readonly string[];
  valid_to: Temporal.Instant;
  first_seen_at: Temporal.Instant;
  last_seen_at: Temporal.Instant;
}

export interface ThirdPartyTable {
  bank_id: string;
  organisation_id: string;
  name: string | null;
  first_seen_at: Temporal.Instant;
  last_seen_at: Temporal.Instant;
}

export interface TppTables {
  block: BlockTable;
  certificate: CertificateTable;
  third_party: ThirdPartyTable;
}
