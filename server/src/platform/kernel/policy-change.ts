import type { BankChange } from './bank-change.ts';

/** A change of a policy value of a bank. */
export interface PolicyChange extends BankChange {
  readonly name: string;
  /** Absent: the default again. */
  readonly value: number | undefined;
}
