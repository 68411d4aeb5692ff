import type { AccountReference, AccountStatus } from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Money } from '#platform/kernel/money.ts';

/** An account about which third parties ask. */
export interface FundsAccount {
  /** Id of the core. */
  readonly accountId: string;
  /** The default sub-account first. */
  readonly currencies: readonly string[];
  readonly status: AccountStatus;
  /** Numbers that its holders have now, the owner first; the core may know former ones. */
  readonly holders: readonly [string, ...string[]];
}

/**
 * Port: accounts as the core has them at this moment. It asks the core, so never in a transaction; a core that is away
 * raises `core-away`.
 */
export interface FundsAccounts {
  /** Returns an account; undefined for one that is not at this bank. */
  find(bankId: string, reference: AccountReference): Promise<FundsAccount | undefined>;
  /** Returns whether an amount can be spent now; false for an account that is closed or blocked. */
  hasFunds(bankId: string, accountId: string, amount: Money): Promise<boolean>;
  /** Returns whether a mandate lets the proxy act for the owner at this moment. Asks no core. */
  mayShare(
    db: Reader,
    bankId: string,
    mandate: { readonly owner: string; readonly proxy: string },
  ): Promise<boolean>;
}
