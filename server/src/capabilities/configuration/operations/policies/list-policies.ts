import type { Policy } from '#platform/kernel/policy.ts';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';
import { findPolicyValue, listProposedChanges } from '#platform/policy/policy-changes.store.ts';
import type { Context } from '#platform/work/context.ts';

/** A policy with the value that holds now, and what is proposed for it. */
export interface HeldPolicy {
  readonly policy: Policy;
  readonly value: number;
  readonly proposed: PolicyChange | undefined;
}

/** Lists the values that hold for a bank now. */
export async function listPolicies(
  { bankId, clock, db }: Context,
  policies: readonly Policy[],
): Promise<readonly HeldPolicy[]> {
  const at = clock.now();
  const [proposed, values] = await Promise.all([
    listProposedChanges(db, bankId, policies.length),
    Promise.all(policies.map((policy) => findPolicyValue(db, { bankId, at }, policy))),
  ]);
  const byName = new Map(proposed.map((change) => [change.name, change]));
  return policies.map((policy, index) => ({
    policy,
    value: values[index] ?? policy.default,
    proposed: byName.get(policy.name),
  }));
}
