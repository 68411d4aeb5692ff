import { Temporal } from 'temporal-polyfill';
import { isSameEmployee } from '#platform/kernel/employee-id.ts';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';

/** The decision about a proposal, or why it is not possible. */
export type PolicyDecision =
  | { readonly kind: 'decided'; readonly change: PolicyChange }
  | { readonly kind: 'own-approval' };

/** Approves a change. It takes effect when it was proposed to, and not before its approval. */
export function approveChange(change: PolicyChange, by: string, now: Temporal.Instant): PolicyDecision {
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
export function rejectChange(change: PolicyChange, by: string, now: Temporal.Instant): PolicyChange {
  return { ...change, state: 'rejected', decidedBy: by, decidedAt: now };
}
