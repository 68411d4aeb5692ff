import type { AccountReference, AccountStatus } from '#capabilities/core-banking/index.ts';
import type { Chooser } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';

/** An account from which a customer pays. */
export interface PayerAccount {
  /** Id of the core. */
  readonly accountId: string;
  readonly reference: AccountReference;
  /** Name of the product, as the customer reads it. */
  readonly name: string;
  readonly currencies: readonly string[];
  readonly status: AccountStatus;
  /** Number that its owner has now; the core may know a former one. */
  readonly owner: string;
}

/**
 * Port: accounts as the core has them at this moment. It asks the core, so never in a transaction; a core that is away
 * raises `core-away`.
 */
export interface PayerAccounts {
  /** Returns undefined for an account that is not at this bank. */
  find(bankId: string, reference: AccountReference): Promise<PayerAccount | undefined>;
  /** Lists the accounts from which a customer may pay: the own ones, and those of others by a mandate for payments. */
  listFor(db: Reader, bankId: string, chooser: Chooser): Promise<readonly PayerAccount[]>;
}
