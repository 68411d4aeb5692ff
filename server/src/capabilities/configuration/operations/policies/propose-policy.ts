import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import { isWithin, type Policy } from '#platform/kernel/policy.ts';
import { findPolicyValue, insertProposedChange } from '#platform/policy/policy-changes.store.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { problems } from '../../problems.ts';

/** A value that an employee proposes for a policy. */
export interface ProposedPolicy {
  readonly policy: Policy;
  /** Absent: the default again. */
  readonly value: number | undefined;
  /** Absent, or in the past: from its approval on. */
  readonly effectiveFrom: Temporal.Instant | undefined;
  readonly reason: string;
  readonly employeeId: string;
}

/** Proposes a value, for another employee to approve, and returns the id of the change. Nothing changes before that. */
export async function proposePolicy(ctx: Context, proposal: ProposedPolicy): Promise<string> {
  const { bankId, clock, ids } = ctx;
  const { effectiveFrom, employeeId, policy, reason, value } = proposal;
  const { name } = policy;
  if (value !== undefined && !isWithin(policy, value)) throw problems['policy-limit']();
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const before = await findPolicyValue(work, { bankId, at: now }, policy);
    const changeId = ids.uuid(virtualShard(bankId, name));
    insertProposedChange(
      work,
      bankId,
      {
        changeId,
        name,
        value,
        reason,
        proposedBy: employeeId,
        proposedAt: now,
        effectiveFrom: effectiveFrom ?? now,
      },
      problems['policy-proposed'],
    );
    work.audit({
      aggregateKind: 'policy',
      aggregateId: name,
      changes: [
        { field: 'proposed', before, after: value ?? policy.default },
        { field: 'employee', after: employeeId },
        { field: 'reason', after: reason },
      ],
    });
    return changeId;
  });
}
