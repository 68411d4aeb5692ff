import type { Temporal } from 'temporal-polyfill';

/** Whether a change waits for its second employee, or what was decided. */
export const policyChangeStates = ['proposed', 'approved', 'rejected'] as const;
export type PolicyChangeState = (typeof policyChangeStates)[number];

/** A change of a policy value of a bank. */
export interface PolicyChange {
  readonly changeId: string;
  readonly name: string;
  /** Absent: the default again. */
  readonly value: number | undefined;
  readonly reason: string;
  readonly state: PolicyChangeState;
  readonly proposedBy: string;
  readonly proposedAt: Temporal.Instant;
  readonly effectiveFrom: Temporal.Instant;
  readonly decidedBy: string | undefined;
  readonly decidedAt: Temporal.Instant | undefined;
}
