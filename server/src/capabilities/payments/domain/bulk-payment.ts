import type { MoneyText } from '#platform/kernel/money.ts';
import type { KeptBulkCheck } from './bulk-check.ts';
import type { DocumentHeader, NamedAccount, SinglePayment } from './single-payment.ts';

/** One transfer of a bulk: a payment without what the bulk says for all of them. SPEC xs2a 3.5 */
export type BulkEntry = Omit<
  SinglePayment,
  'debtorAccount' | 'requestedExecutionDate' | 'requestedExecutionTime'
>;

/** Members that a bulk has once. */
export interface BulkMembers {
  readonly debtorAccount: NamedAccount;
  readonly debtorName?: string;
  readonly batchBookingPreferred?: boolean;
  readonly paymentInformationId?: string;
  readonly categoryPurposeCode?: string;
  readonly requestedExecutionDate?: string;
}

/** Transfers of one currency to creditors of one standing at the bank, as their approval sees them. */
export interface KeptPosition {
  readonly count: number;
  readonly total: MoneyText;
  readonly largest: MoneyText;
  /** Of one of the creditors. */
  readonly creditorAccount: NamedAccount;
  /** Of that creditor, for an account without an IBAN. */
  readonly creditorAgent?: string;
}

/** A block of a pain.001 document; a report about the bulk has the same blocks. */
export interface BulkBlock {
  readonly paymentInformationId: string;
  readonly numberOfTransactions?: string;
  readonly controlSum?: string;
  /** How many transfers it has. */
  readonly count: number;
}

/** A bulk as it is kept, without its transfers. */
export interface KeptBulk {
  readonly members: BulkMembers;
  readonly count: number;
  readonly positions: readonly [KeptPosition, ...KeptPosition[]];
  /** SHA-256 of each chunk of transfers, in hexadecimal. */
  readonly chunkHashes: readonly string[];
  /** SHA-256 over the sorted texts of all payees, in hexadecimal. */
  readonly accountsHash: string;
  /** Absent for JSON. */
  readonly header?: Omit<DocumentHeader, 'paymentInformationId'>;
  readonly blocks?: readonly BulkBlock[];
  /** Absent if the payees are not checked. */
  readonly payeeCheck?: KeptBulkCheck;
}

/** Transfers in a row of the database; also what a customer sees on one page, and what a worker submits in one turn. */
export const chunkEntries = 100;

/** Returns the chunk that has an entry; both count from zero. */
export function chunkOf(entryNo: number): number {
  return Math.floor(entryNo / chunkEntries);
}
