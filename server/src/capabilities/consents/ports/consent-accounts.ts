import type { AccountReference, AccountStatus } from '#capabilities/core-banking/index.ts';
import type { Chooser } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';

/** An account that a consent can be for. */
export interface ConsentAccount {
  /** Id of the core. */
  readonly accountId: string;
  readonly reference: AccountReference;
  /** Name of the product, as the customer reads it. */
  readonly name: string;
  readonly currencies: readonly string[];
  readonly status: AccountStatus;
  /** Numbers that its holders have now, the owner first; the core may know former ones. */
  readonly holders: readonly [string, ...string[]];
}

/**
 * Port: accounts as the core has them at this moment. It asks the core, so never in a transaction; a core that is away
 * raises `core-away`.
 */
export interface ConsentAccounts {
  /** Returns the account for each reference, in their order; undefined for one that is not at this bank. */
  findAll(
    bankId: string,
    references: readonly AccountReference[],
  ): Promise<readonly (ConsentAccount | undefined)[]>;
  /** Lists the accounts whose data a customer may share: the own ones, and those of others by a mandate for consents. */
  listFor(db: Reader, bankId: string, chooser: Chooser): Promise<readonly ConsentAccount[]>;
  /** Returns whether a mandate lets the proxy share data of the owner at this moment. Asks no core. */
  mayShare(
    db: Reader,
    bankId: string,
    mandate: { readonly owner: string; readonly proxy: string },
  ): Promise<boolean>;
}
