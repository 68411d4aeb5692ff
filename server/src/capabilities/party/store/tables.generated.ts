// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface CustomerActivityTable {
  bank_id: string;
  party_number: string;
  last_on: Temporal.PlainDate;
  is_savings_only: boolean;
  is_counted: boolean;
}

export interface PartyTable {
  bank_id: string;
  party_number: string;
  kind: string;
  record_state: string;
  survivor_party_number: string | null;
  registration_profile: string;
  customer_status: string;
  individual_status: string | null;
  servicing_unit: string | null;
  sort_name: string;
  personal: Buffer | null;
  sensitive: Buffer | null;
  due_on: Temporal.PlainDate | null;
  legal_hold: string | null;
  relation_ended_on: Temporal.PlainDate | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  sync_epoch: Generated<number>;
  sync_transaction: Generated<bigint>;
  sync_number: Generated<bigint>;
}

export interface PartyFactTable {
  bank_id: string;
  party_number: string;
  fact_id: string;
  fact: string;
  valid_from: Temporal.PlainDate;
  valid_until: Temporal.PlainDate | null;
  recorded_at: Temporal.Instant;
  superseded_at: Temporal.Instant | null;
  cause: string;
  sealed_value: Buffer;
}

export interface PartyIdentifierTable {
  bank_id: string;
  id_kind: string;
  issuing_country: string;
  number_index: Buffer;
  party_number: string;
}

export interface PartyKeyTable {
  bank_id: string;
  party_number: string;
  sealed_key: Buffer;
  created_at: Temporal.Instant;
}

export interface PartyLookupTable {
  bank_id: string;
  lookup: string;
  value_index: Buffer;
  party_number: string;
  is_verified: boolean;
}

export interface PartyRelationshipTable {
  bank_id: string;
  relationship_id: string;
  from_party: string;
  to_party: string;
  kind: string;
  role: string;
  share: string | null;
  is_beneficial_owner: boolean | null;
  mandate_scope: readonly string[] | null;
  signing_group: string | null;
  office: string | null;
  valid_from: Temporal.PlainDate;
  valid_until: Temporal.PlainDate | null;
  recorded_at: Temporal.Instant;
  superseded_at: Temporal.Instant | null;
}

export interface PendingCorrectionTable {
  bank_id: string;
  correction_id: string;
  party_number: string;
  payload_hash: Buffer;
  requested_by: string;
  requested_at: Temporal.Instant;
  expires_at: Temporal.Instant;
}

export interface ScreeningTable {
  bank_id: string;
  party_number: string;
  state: string;
  proposed_outcome: string | null;
  sealed_facts: Buffer | null;
  sealed_reason: Buffer | null;
  proposed_by: string | null;
  proposed_at: Temporal.Instant | null;
  decided_by: string | null;
  decided_at: Temporal.Instant | null;
  is_product_held: boolean;
  opened_at: Temporal.Instant;
}

export interface SearchCleanUpTable {
  bank_id: string;
  word: string;
  field: string;
}

export interface SearchEntryTable {
  bank_id: string;
  party_number: string;
  kind: string;
  servicing_unit: string | null;
  modified_at: Temporal.Instant;
  current_words: string;
  former_words: string;
  address_words: string;
  places: readonly number[] | null;
}

export interface SearchPostingTable {
  bank_id: string;
  word: string;
  field: string;
  modified_at: Temporal.Instant;
  party_number: string;
}

export interface SearchTypoTable {
  bank_id: string;
  typo: string;
  word: string;
}

export interface SearchWordTable {
  bank_id: string;
  word: string;
  field: string;
  bearers: number;
}

export interface ServicingManagerTable {
  bank_id: string;
  manager_id: string;
  unit: string;
}

export interface ServicingUnitTable {
  bank_id: string;
  unit: string;
  parent_unit: string | null;
}

export interface SyncEpochTable {
  epoch: number;
}

export interface PartyTables {
  customer_activity: CustomerActivityTable;
  party: PartyTable;
  party_fact: PartyFactTable;
  party_identifier: PartyIdentifierTable;
  party_key: PartyKeyTable;
  party_lookup: PartyLookupTable;
  party_relationship: PartyRelationshipTable;
  pending_correction: PendingCorrectionTable;
  screening: ScreeningTable;
  search_clean_up: SearchCleanUpTable;
  search_entry: SearchEntryTable;
  search_posting: SearchPostingTable;
  search_typo: SearchTypoTable;
  search_word: SearchWordTable;
  servicing_manager: ServicingManagerTable;
  servicing_unit: ServicingUnitTable;
  sync_epoch: SyncEpochTable;
}
