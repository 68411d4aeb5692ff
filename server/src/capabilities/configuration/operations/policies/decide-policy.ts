import type { Policy } from '#platform/kernel/policy.ts';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';
import { decideChange, lockProposedChange } from '#platform/policy/policy-changes.store.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { decideBankChange, type Verdict } from '../../domain/bank-change.ts';
import { problems } from '../../problems.ts';

/** What a second employee decides about a proposed value. */
export interface PolicyVerdict {
  readonly policy: Policy;
  /** The change that the employee has read: its proposer may withdraw it and propose another value. */
  readonly changeId: string;
  readonly verdict: Verdict;
  readonly employeeId: string;
}

/** Approves or rejects the proposed value of a policy. Every process uses an approved value from its time on. */
export async function decidePolicy(
  ctx: Context,
  { changeId, employeeId, policy, verdict }: PolicyVerdict,
): Promise<PolicyChange> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const proposed = await lockProposedChange(work, bankId, policy.name);
    if (proposed === undefined) throw problems['policy-not-proposed']();
    if (proposed.changeId !== changeId) throw problems['policy-proposed-anew']();
    const decision = decideBankChange(proposed, { verdict, by: employeeId, now });
    if (decision.kind === 'own-approval') throw problems['own-policy-approval']();
    const { change } = decision;
    decideChange(work, bankId, change);
    work.audit({
      aggregateKind: 'policy',
      aggregateId: policy.name,
      changes: [
        { field: 'state', before: 'proposed', after: change.state },
        { field: 'value', after: change.value ?? policy.default },
        { field: 'employee', after: employeeId },
      ],
    });
    return change;
  });
}
