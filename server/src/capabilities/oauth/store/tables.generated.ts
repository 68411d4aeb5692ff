// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface ArtefactTable {
  bank_id: string;
  kind: string;
  artefact_hash: Buffer;
  grant_hash: Buffer | null;
  second_hash: Buffer | null;
  sealed_content: Buffer;
  consumed_at: Temporal.Instant | null;
  expires_at: Temporal.Instant;
}

export interface ClientTable {
  bank_id: string;
  client_id: string;
  kind: string;
  name: string;
  state: string;
  scopes: readonly string[];
  redirect_uris: readonly string[];
  post_logout_redirect_uris: readonly string[];
  authentication: string;
  keys: unknown | null;
  keys_url: string | null;
  tls_subject_dn: string | null;
  tls_san_dns: string | null;
  binding: string;
  introspects: string;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  idempotency: Generated<string>;
  exchanges_tokens_of: Generated<readonly string[]>;
}

export interface EmployeeTable {
  bank_id: string;
  employee_id: string;
  upstream_issuer: string;
  upstream_subject: string;
  unit: string | null;
  roles: readonly string[];
  signed_in_at: Temporal.Instant;
}

export interface EmployeeCutOffTable {
  bank_id: string;
  employee_id: string;
  cut_off_at: Temporal.Instant;
}

export interface ReplayMarkerTable {
  bank_id: string;
  marker: Buffer;
  expires_at: Temporal.Instant;
}

export interface ResourceGrantTable {
  bank_id: string;
  grant_hash: Buffer;
  service: string;
  resource_id: string;
  authorisation_id: string;
  review_at: Temporal.Instant | null;
  expires_at: Temporal.Instant;
}

export interface RevocationTable {
  bank_id: string;
  kind: string;
  value: string;
  revoked_at: Temporal.Instant;
  expires_at: Temporal.Instant;
  changed_by: bigint | null;
}

export interface SigningKeyTable {
  bank_id: string;
  key_id: string;
  token_class: string;
  algorithm: string;
  public_key: unknown;
  sealed_private_key: Buffer;
  created_at: Temporal.Instant;
  signs_from: Temporal.Instant;
  verifies_until: Temporal.Instant | null;
}

export interface OauthTables {
  artefact: ArtefactTable;
  client: ClientTable;
  employee: EmployeeTable;
  employee_cut_off: EmployeeCutOffTable;
  replay_marker: ReplayMarkerTable;
  resource_grant: ResourceGrantTable;
  revocation: RevocationTable;
  signing_key: SigningKeyTable;
}
