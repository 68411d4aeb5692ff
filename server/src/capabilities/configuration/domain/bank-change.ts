import { Temporal } from 'temporal-polyfill';
import type { BankChange } from '#platform/kernel/bank-change.ts';
import { isSameEmployee } from '#platform/kernel/employee-id.ts';

/** The decision about a proposal, or why it is not possible. */
export type BankDecision<Change> =
  | { readonly kind: 'decided'; readonly change: Change }
  | { readonly kind: 'own-approval' };

/** Approves a change. It takes effect when it was proposed to, and not before its approval. */
export function approveChange<Change extends BankChange>(
  change: Change,
  by: string,
  now: Temporal.Instant,
): BankDecision<Change> {
  if (isSameEmployee(by, change.proposedBy)) return { kind: 'own-approval' };
  const isLate = Temporal.Instant.compare(change.effectiveFrom, now) < 0;
  return {
    kind: 'decided',
    change: {
      ...change,
      state: 'approved',
      decidedBy: by,
      decidedAt: now,
      effectiveFrom: isLate ? now : change.effectiveFrom,
    },
  };
}

/** Rejects a change; its proposer may withdraw it in the same way. */
export function rejectChange<Change extends BankChange>(
  change: Change,
  by: string,
  now: Temporal.Instant,
): Change {
  return { ...change, state: 'rejected', decidedBy: by, decidedAt: now };
}

/** What the second employee says. */
export type Verdict = 'approve' | 'reject';

/** Decides about a proposal. */
export function decideBankChange<Change extends BankChange>(
  change: Change,
  { by, now, verdict }: { readonly verdict: Verdict; readonly by: string; readonly now: Temporal.Instant },
): BankDecision<Change> {
  return verdict === 'approve'
    ? approveChange(change, by, now)
    : { kind: 'decided', change: rejectChange(change, by, now) };
}
