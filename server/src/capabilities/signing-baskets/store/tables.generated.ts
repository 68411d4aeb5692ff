// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface BasketTable {
  bank_id: string;
  basket_id: string;
  organisation_id: string;
  third_party_name: string;
  status: string;
  expires_at: Temporal.Instant;
  ended_at: Temporal.Instant | null;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
  has_notifications: Generated<boolean>;
}

export interface BasketMemberTable {
  bank_id: string;
  basket_id: string;
  position: number;
  member_kind: string;
  member_id: string;
  state: string;
}

export interface SigningBasketsTables {
  basket: BasketTable;
  basket_member: BasketMemberTable;
}
