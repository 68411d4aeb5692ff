import type { JointHolding } from '../domain/signing/facts.ts';
import type { MidRates } from '../domain/signing/mid-rates.ts';
import type { AccountReference } from '../domain/signing/payment-order.ts';

/** An account of this bank. */
export interface KnownAccount {
  /** The id that rules use. */
  readonly accountId: string;
  /** The customer that it belongs to; for joint holders the one under whose number it is stored. */
  readonly owner: string;
  readonly joint: JointHolding | undefined;
}

/** A joint holding with the customer under whose number it is stored; its resources are signed there. */
export interface OwnedHolding extends JointHolding {
  readonly owner: string;
}

/** Port: accounts and rates. Implemented by core banking. */
export interface Accounts {
  /**
   * Says which debtor accounts are accepted that `find` does not know: none, or, while no core is connected, an IBAN with
   * right check digits. Any other identifier could be a second name of one account, whose sums would be counted apart.
   */
  unknownDebtors(bankId: string): 'refused' | 'iban-only';
  /** Returns the accounts that this bank holds, by `accountKey` of the reference. */
  find(bankId: string, references: readonly AccountReference[]): Promise<ReadonlyMap<string, KnownAccount>>;
  /** Returns the joint holdings of a customer, and under whose number each is stored. */
  jointHoldingsOf(bankId: string, customerNumber: string): Promise<readonly OwnedHolding[]>;
  /** Returns the mid rates of today. */
  midRates(bankId: string): Promise<MidRates>;
}

/** Used while no core is connected: an account is its IBAN, and every customer is a single holder. */
export const noCoreAccounts: Accounts = {
  unknownDebtors: () => 'iban-only',
  find: async () => new Map(),
  jointHoldingsOf: async () => [],
  midRates: async () => [],
};
