// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface FeedTable {
  bank_id: string;
  cursor: string | null;
  read_at: Temporal.Instant;
}

export interface CoreBankingTables {
  feed: FeedTable;
}
