import type { BankChange } from '#platform/kernel/bank-change.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';

/** Returns who proposed and who decided a change, as a part of a line. */
export function decisionOf({
  decidedAt,
  decidedBy,
  effectiveFrom,
  proposedBy,
  reason,
  state,
}: BankChange): string {
  const decision =
    decidedAt === undefined ? 'waits' : `${state} by ${decidedBy ?? ''} at ${toWireTimestamp(decidedAt)}`;
  return `from ${toWireTimestamp(effectiveFrom)}, proposed by ${proposedBy}: ${reason}; ${decision}`;
}

/** Returns the members that every change has. */
export function bankChangeAsJson(change: BankChange): object {
  const { changeId, decidedAt, decidedBy, effectiveFrom, proposedAt, proposedBy, reason, state } = change;
  return {
    changeId,
    state,
    reason,
    effectiveFrom: toWireTimestamp(effectiveFrom),
    proposedBy,
    proposedAt: toWireTimestamp(proposedAt),
    decidedBy: decidedBy ?? null,
    decidedAt: decidedAt === undefined ? null : toWireTimestamp(decidedAt),
  };
}
