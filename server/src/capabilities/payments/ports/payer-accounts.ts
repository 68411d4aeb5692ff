import type { KnownAccount } from '#capabilities/authorization/index.ts';
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

/** The accounts that an order names. */
export interface OrderReferences {
  readonly debtor: AccountReference;
  readonly creditor: AccountReference;
}

/** What the core says about the accounts of an order. */
export interface OrderAccounts {
  /** Undefined for an account that is not at this bank. */
  readonly debtor: PayerAccount | undefined;
  /** Those of both that are at this bank, as signing rules see them, by `accountKey`. */
  readonly known: ReadonlyMap<string, KnownAccount>;
}

/**
 * Port: accounts as the core has them at this moment. It asks the core, so never in a transaction; a core that is away
 * raises `core-away`.
 */
export interface PayerAccounts {
  /** Returns undefined for an account that is not at this bank. */
  find(bankId: string, reference: AccountReference): Promise<PayerAccount | undefined>;
  /**
   * The same for a new order, with what its signing rules need to know about both of its accounts: one question to the
   * core. Customers have the numbers of the core.
   */
  findForOrder(bankId: string, order: OrderReferences): Promise<OrderAccounts>;
  /** Returns these accounts with the numbers that customers have now; the same object if none has another. */
  withCurrentNumbers(bankId: string, accounts: OrderAccounts): Promise<OrderAccounts>;
  /** Returns the present numbers of the owners of those accounts that are at this bank, by `referenceKey`. */
  ownersOf(bankId: string, references: readonly AccountReference[]): Promise<ReadonlyMap<string, string>>;
  /** Lists the accounts from which a customer may pay: the own ones, and those of others by a mandate for the kind of payment. */
  listFor(
    db: Reader,
    bankId: string,
    chooser: Chooser & { readonly resourceKind: 'payment' | 'periodic-payment' },
  ): Promise<readonly PayerAccount[]>;
}
