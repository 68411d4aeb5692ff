// Made from the migrations by `npm run generate`. Do not edit.
import type { Temporal } from 'temporal-polyfill';

export interface StatementTable {
  bank_id: string;
  statement_id: string;
  account_id: string;
  currency: string;
  period: Temporal.PlainDate;
  owner: string | null;
  due_at: Temporal.Instant | null;
  outcome: string | null;
}

export interface StatementRunTable {
  bank_id: string;
  period: Temporal.PlainDate;
  after_number: string;
  due_at: Temporal.Instant;
}

export interface AccountsTables {
  statement: StatementTable;
  statement_run: StatementRunTable;
}
