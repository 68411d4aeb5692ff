import type {
  CoreAccount,
  CoreBalance,
  CoreEntry,
  EntryQuery,
  Page,
} from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { ReportedOrder } from '../steps/reported-order.ts';

/**
 * Port: accounts as the core has them at this moment. It asks the core, so never in a transaction; a core that is away
 * raises `core-away`.
 */
export interface AccountReads {
  /** Lists the accounts that a customer holds, alone or with others; never cards. */
  accountsOf(db: Reader, bankId: string, customerNumber: string): Promise<readonly CoreAccount[]>;
  cardsOf(db: Reader, bankId: string, customerNumber: string): Promise<readonly CoreAccount[]>;
  /** Returns the names of customers by number; one that the bank does not know any more is left out. */
  namesOf(db: Reader, bankId: string, numbers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns a balance for each currency. */
  balancesOf(bankId: string, accountId: string): Promise<readonly CoreBalance[]>;
  /** Lists entries, newest first. Throws `CursorInvalid` for a cursor or reference that the core did not give. */
  entriesOf(
    bankId: string,
    account: Pick<CoreAccount, 'accountId' | 'kind'>,
    query: EntryQuery,
  ): Promise<Page<CoreEntry>>;
  /** Finds an entry, pending ones that were booked since included. */
  entryOf(bankId: string, accountId: string, entryReference: string): Promise<CoreEntry | undefined>;
  /** Lists the standing orders of the core, and those that third parties set up. */
  standingOrdersOf(db: Reader, bankId: string, account: CoreAccount): Promise<readonly ReportedOrder[]>;
}
