import type { Currency } from '#platform/kernel/currency.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { FakeClock } from '#platform/testing/fake-clock.ts';
import type { AccountKind, AccountStatus, SigningMode } from '../domain/account.ts';
import type { CoreStandingOrder } from '../domain/entry.ts';
import type { InstructionStatus, ReasonCode } from '../domain/instruction.ts';
import type { CoreBank } from '../ports/core-bank.ts';

/** An account that a test opens. */
export interface TestAccount {
  readonly kind?: AccountKind;
  readonly iban?: string;
  readonly bban?: string;
  readonly maskedPan?: string;
  readonly currencies?: readonly Currency[];
  readonly owner: string;
  readonly coHolders?: readonly string[];
  readonly signingMode?: SigningMode;
  readonly creditLimit?: bigint;
}

/** A core banking system with a clock that the test moves, and the things that happen in a bank beside payments. */
export interface CoreHarness extends AsyncDisposable {
  readonly core: CoreBank;
  readonly clock: FakeClock;
  /** Zone of the bank. */
  readonly zone: string;
  openAccount(account: TestAccount): Promise<string>;
  changeStatus(accountId: string, status: AccountStatus): Promise<void>;
  /** Money from outside; negative: money leaves. */
  receive(accountId: string, amount: Money): Promise<void>;
  /** Reserves a card payment and returns its reference; undefined without funds. */
  reserveCard(accountId: string, amount: Money): Promise<string | undefined>;
  bookCard(reference: string): Promise<void>;
  enterStandingOrder(
    accountId: string,
    order: Pick<CoreStandingOrder, 'amount' | 'frequency' | 'firstOn' | 'lastOn'> & { readonly iban: string },
  ): Promise<void>;
  setRate(from: Currency, to: Currency, numerator: bigint, denominator: bigint): Promise<void>;
  /** Executes and settles what is due, standing orders included. */
  runDue(): Promise<void>;
  /** The bank of the creditor returns a transfer. */
  returnTransfer(
    instructionId: string,
    reason: ReasonCode,
  ): Promise<InstructionStatus | 'not-known' | 'not-returnable'>;
  /** Closes the days that are over. */
  closeDays(): Promise<void>;
}
