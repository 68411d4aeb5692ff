import type { JointHolding } from '../domain/signing/facts.ts';
import type { MidRates } from '../domain/signing/mid-rates.ts';
import type { AccountReference } from '../domain/signing/payment-order.ts';

/** An account of this bank. */
export interface KnownAccount {
  /** As rules name it. */
  readonly accountId: string;
  /** The customer it belongs to; of joint holders the one it is kept under. */
  readonly owner: string;
  readonly joint: JointHolding | undefined;
}

/** A joint holding with the customer under whose number it is kept; things about it are signed there. */
export interface OwnedHolding extends JointHolding {
  readonly owner: string;
}

/** Port: accounts and rates. Core banking knows them. */
export interface Accounts {
  /**
   * Which debtor accounts are accepted that `find` does not know: none, or, while no core is connected, an IBAN with
   * right check digits. Any other name could be a second name of one account, whose sums would be counted apart.
   */
  readonly unknownDebtors: 'refused' | 'iban-only';
  /** Those of the named accounts that this bank keeps, by `accountKey` of the reference. */
  find(bankId: string, references: readonly AccountReference[]): Promise<ReadonlyMap<string, KnownAccount>>;
  /** What a customer holds together with others, and under whose number it is kept. */
  jointHoldingsOf(bankId: string, customerNumber: string): Promise<readonly OwnedHolding[]>;
  /** Mid rates of today. */
  midRates(bankId: string): Promise<MidRates>;
}

/** As long as no core is connected, an account is its IBAN, and every customer holds alone. */
export const noCoreAccounts: Accounts = {
  unknownDebtors: 'iban-only',
  find: async () => new Map(),
  jointHoldingsOf: async () => [],
  midRates: async () => [],
};
