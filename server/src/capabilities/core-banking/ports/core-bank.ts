import type { Temporal } from 'temporal-polyfill';
import type { Money } from '#platform/kernel/money.ts';
import type { AccountReference, CoreAccount, JointHolding } from '../domain/account.ts';
import type { CalendarDay } from '../domain/calendar.ts';
import type {
  CoreBalance,
  CoreEntry,
  CoreStandingOrder,
  EntryQuery,
  MidRate,
  Page,
} from '../domain/entry.ts';
import type { Instruction, InstructionStatus } from '../domain/instruction.ts';
import type { PaymentProduct } from '../domain/payment-product.ts';

/**
 * Port: the core banking system of one bank. It is a remote system, also where it shares our database: a call may fail
 * with a `CoreFailure`, and it takes no part in our transactions.
 */
export interface CoreBank {
  /**
   * Whether `not-known` proves that the core does not have the instruction. Only then may an instruction be submitted
   * again after a call without an answer.
   */
  readonly isNotKnownProof: boolean;

  /** Returns the accounts that a customer holds, alone or with others, closed ones included. Never cards. */
  accountsOf(customerNumber: string): Promise<readonly CoreAccount[]>;
  cardAccountsOf(customerNumber: string): Promise<readonly CoreAccount[]>;
  /** Returns the accounts of this bank among the references, by `referenceKey`. */
  findAccounts(references: readonly AccountReference[]): Promise<ReadonlyMap<string, CoreAccount>>;
  /** Returns the accounts that a customer holds with others; closed ones are left out. */
  jointHoldingsOf(customerNumber: string): Promise<readonly JointHolding[]>;
  /** Returns the mid rates of today. */
  midRates(): Promise<readonly MidRate[]>;

  /** Returns a balance for each currency, or none for an unknown account. */
  balancesOf(accountId: string): Promise<readonly CoreBalance[]>;
  /** Returns entries, newest first; pending before booked ones. Throws `CursorInvalid` for a cursor or reference it did not give. */
  transactionsOf(accountId: string, query: EntryQuery): Promise<Page<CoreEntry>>;
  /** Returns an entry by its reference, pending ones that were booked since included. */
  transaction(accountId: string, entryReference: string): Promise<CoreEntry | undefined>;
  standingOrdersOf(accountId: string): Promise<readonly CoreStandingOrder[]>;
  cardTransactionsOf(accountId: string, query: EntryQuery): Promise<Page<CoreEntry>>;

  /** Returns whether the amount can be spent now. False for an account that is unknown, not open, or without the currency. */
  hasFunds(accountId: string, amount: Money): Promise<boolean>;
  /**
   * Takes an instruction over. A second submission has no effect and returns the present status; one with another
   * content throws `InstructionConflict`.
   */
  submit(instruction: Instruction): Promise<InstructionStatus>;
  statusOf(instructionId: string): Promise<InstructionStatus | 'not-known'>;
  /**
   * Cancels an instruction that is not settled. An instruction that the core does not know is cancelled as well: it is
   * refused if it arrives later. Repeated under the same cancellation id, it returns the same outcome.
   */
  cancel(instructionId: string, cancellationId: string): Promise<Cancellation>;
  /** Returns what changed since a cursor, oldest first; without a cursor from the beginning. Nothing is left out. */
  changesSince(cursor: string | undefined, max: number): Promise<Changes>;
  /** Returns the days of a period, at most 400. */
  calendar(
    product: PaymentProduct,
    from: Temporal.PlainDate,
    to: Temporal.PlainDate,
  ): Promise<readonly CalendarDay[]>;
}

export interface Cancellation {
  readonly outcome: 'cancelled' | 'too-late';
  /** Absent if the core never had the instruction. */
  readonly status?: InstructionStatus;
}

/** A day on which a customer did something with an account or card; interest and fees are no activity. */
export interface CoreActivity {
  readonly customerNumber: string;
  readonly lastActiveOn: Temporal.PlainDate;
}

/** Something that changed in the core. Reading it twice is harmless: it says how things are, not what to add. */
export type CoreChange =
  | { readonly kind: 'instruction'; readonly status: InstructionStatus }
  | { readonly kind: 'account'; readonly account: CoreAccount }
  /** At most one for each customer and day. */
  | { readonly kind: 'customer'; readonly customer: CoreActivity };

export interface Changes {
  readonly changes: readonly CoreChange[];
  /** To ask again with; the same one as before if nothing changed. */
  readonly cursor: string | undefined;
}

/** The cores of all banks that this installation serves. */
export interface CoreBanks {
  /** Returns undefined where no core is connected. */
  find(bankId: string): CoreBank | undefined;
  /** Ends the connections to cores outside. */
  close(): Promise<void>;
}
