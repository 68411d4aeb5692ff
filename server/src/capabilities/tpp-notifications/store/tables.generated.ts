// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface NotificationTable {
  bank_id: string;
  notification_id: Generated<string>;
  position: bigint;
  resource_kind: string;
  resource_id: string;
  organisation_id: string;
  status_kind: string;
  status: string;
  authorisation_id: string | null;
  is_of_cancellation: Generated<boolean>;
  is_replaceable: boolean;
  state: string;
  attempts: number;
  due_at: Temporal.Instant | null;
  failure: string | null;
  created_at: Temporal.Instant;
  ended_at: Temporal.Instant | null;
}

export interface ReceiverTable {
  bank_id: string;
  organisation_id: string;
  failures: number;
  paused_until: Temporal.Instant;
}

export interface SubscriptionTable {
  bank_id: string;
  resource_kind: string;
  resource_id: string;
  organisation_id: string;
  address: string;
  contents: readonly string[];
  created_at: Temporal.Instant;
}

export interface TppNotificationsTables {
  notification: NotificationTable;
  receiver: ReceiverTable;
  subscription: SubscriptionTable;
}
