import type { Temporal } from 'temporal-polyfill';

/** Whether a change waits for its second employee, or what was decided. */
export const bankChangeStates = ['proposed', 'approved', 'rejected'] as const;
export type BankChangeState = (typeof bankChangeStates)[number];

/** A change that one employee of a bank proposes and another decides. It takes effect at a time, and stays as history. */
export interface BankChange {
  readonly changeId: string;
  readonly reason: string;
  readonly state: BankChangeState;
  readonly proposedBy: string;
  readonly proposedAt: Temporal.Instant;
  readonly effectiveFrom: Temporal.Instant;
  readonly decidedBy: string | undefined;
  readonly decidedAt: Temporal.Instant | undefined;
}

/** A change that is not decided yet, as it is inserted. */
export type Proposed<Change extends BankChange> = Omit<Change, 'state' | 'decidedBy' | 'decidedAt'>;
