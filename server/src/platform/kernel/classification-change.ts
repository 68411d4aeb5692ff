import type { BankChange } from './bank-change.ts';
import type { BankValue } from './classification.ts';

/** A change of a value of a classification of a bank: its whole definition from a time on. */
export interface ClassificationChange extends BankChange, BankValue {
  readonly schemaId: string;
}
