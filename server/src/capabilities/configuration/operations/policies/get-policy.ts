import type { Temporal } from 'temporal-polyfill';
import type { Policy } from '#platform/kernel/policy.ts';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';
import { findNextChange, findPolicyValue, listPolicyChanges } from '#platform/policy/policy-changes.store.ts';
import type { Context } from '#platform/work/context.ts';

const changesMax = 100;

/** The value of a policy at a time, the approved change that follows, and its newest changes. */
export interface PolicyWithHistory {
  readonly value: number;
  readonly next: PolicyChange | undefined;
  readonly changes: readonly PolicyChange[];
}

/** Returns which value held, or will hold, at a time, and how it came about. */
export async function getPolicy(
  { bankId, db }: Context,
  { at, policy }: { readonly policy: Policy; readonly at: Temporal.Instant },
): Promise<PolicyWithHistory> {
  const [value, next, changes] = await Promise.all([
    findPolicyValue(db, { bankId, at }, policy),
    findNextChange(db, { bankId, at }, policy.name),
    listPolicyChanges(db, bankId, { name: policy.name, max: changesMax }),
  ]);
  return { value, next, changes };
}
