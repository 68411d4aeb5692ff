import type { Temporal } from 'temporal-polyfill';
import { type BankChange, bankChangeStates } from '#platform/kernel/bank-change.ts';

/** The columns that every table of changes has. */
export interface BankChangeRow {
  readonly change_id: string;
  readonly reason: string;
  readonly state: string;
  readonly proposed_by: string;
  readonly proposed_at: Temporal.Instant;
  readonly effective_from: Temporal.Instant;
  readonly decided_by: string | null;
  readonly decided_at: Temporal.Instant | null;
}

export const bankChangeColumns =
  'change_id, reason, state, proposed_by, proposed_at, effective_from, decided_by, decided_at';

/**
 * Returns the condition under which a row `change` of a table of changes counts. The last decision wins: an approval ends
 * the earlier ones of the same subject whose time comes after its own. Which changes count on a day never changes
 * afterwards, because no change takes effect before its approval; that also limits the search for later approvals.
 */
export function countingIn(table: string, subject: readonly string[]): string {
  const isSameSubject = subject.map((column) => `later.${column} = change.${column}`).join(' and ');
  return `change.state = 'approved' and not exists (
      select 1 from ${table} later
       where later.bank_id = change.bank_id and ${isSameSubject} and later.state = 'approved'
         and later.effective_from between change.decided_at and change.effective_from
         and (later.decided_at, later.change_id) > (change.decided_at, change.change_id))`;
}

/** Returns what a row of any table of changes says about its proposal and its decision. */
export function bankChangeIn(row: BankChangeRow): BankChange {
  const state = bankChangeStates.find((known) => known === row.state);
  if (state === undefined) throw new Error(`a change has the unknown state ${row.state}`);
  return {
    changeId: row.change_id,
    reason: row.reason,
    state,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    effectiveFrom: row.effective_from,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
  };
}
