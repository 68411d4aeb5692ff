import type { Policy } from '#platform/kernel/policy.ts';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';
import {
  findNextChange,
  findPolicyValue,
  listProposedChanges,
} from '#platform/policy/policy-changes.store.ts';
import type { Context } from '#platform/work/context.ts';

/** A policy with the value that holds now, what is proposed for it, and what is approved for a later time. */
export interface HeldPolicy {
  readonly policy: Policy;
  readonly value: number;
  readonly proposed: PolicyChange | undefined;
  readonly next: PolicyChange | undefined;
}

/** Lists the values that hold for a bank now. */
export async function listPolicies(
  { bankId, clock, db }: Context,
  policies: readonly Policy[],
): Promise<readonly HeldPolicy[]> {
  const at = clock.now();
  const [proposed, values, nexts] = await Promise.all([
    listProposedChanges(db, bankId, policies.length),
    Promise.all(policies.map((policy) => findPolicyValue(db, { bankId, at }, policy))),
    Promise.all(policies.map(({ name }) => findNextChange(db, { bankId, at }, name))),
  ]);
  const byName = new Map(proposed.map((change) => [change.name, change]));
  return policies.map((policy, index) => ({
    policy,
    value: values[index] ?? policy.default,
    proposed: byName.get(policy.name),
    next: nexts[index],
  }));
}
