import type { Temporal } from 'temporal-polyfill';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { type AccountReference, referenceKey } from './account.ts';
import type { PaymentProduct } from './payment-product.ts';

/** An order to move money. The id is ours: submitted twice, it has one effect. */
export interface Instruction {
  readonly instructionId: string;
  readonly product: PaymentProduct;
  readonly debtorAccountId: string;
  readonly amount: Money;
  readonly creditor: Creditor;
  /** Absent: as soon as the product allows. */
  readonly requestedDate?: Temporal.PlainDate;
  readonly endToEndId?: string;
  readonly remittance?: string;
}

export interface Creditor {
  readonly account: AccountReference;
  readonly name: string;
  /** BIC of the creditor's bank. */
  readonly agent?: string;
}

/**
 * The life of an instruction. Pending waits for its day and holds no money; accepted has reserved the money and waits
 * for its settlement; unknown is a call without an answer: the caller does not know whether the core took the order.
 */
export type InstructionState = KnownState | 'unknown';

/** The states that a core gives an instruction. */
export const knownStates = ['pending', 'accepted', 'settled', 'rejected', 'returned', 'cancelled'] as const;
export type KnownState = (typeof knownStates)[number];

/** Reasons of ISO 20022 (ExternalStatusReason1Code) for an order that is rejected or returned. */
export const reasonTexts = {
  AC01: 'The account does not exist.',
  AC03: 'The account of the creditor does not exist.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AC07: 'The account of the creditor is closed.',
  AM03: 'The account is not held in this currency.',
  AM04: 'The account does not have the funds.',
  AM09: 'The amount is not allowed.',
  CUST: 'The customer cancelled the order.',
  DT01: 'The date is not allowed.',
  MS03: 'No reason was given.',
} as const;
export type ReasonCode = keyof typeof reasonTexts;

// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a literal
export const reasonCodes = Object.keys(reasonTexts) as readonly ReasonCode[];

/** What is known of an instruction. */
export interface InstructionStatus {
  readonly instructionId: string;
  readonly state: KnownState;
  readonly reason?: ReasonCode;
  /** The day on which the core executes it, which may be later than the requested one. */
  readonly executionDate: Temporal.PlainDate;
  readonly changedAt: Temporal.Instant;
}

/** What came of a submission. `unknown`: the core may have the instruction; ask again later, do not submit again. */
export type Submission = InstructionStatus | 'unknown' | 'not-sent';

/** From each state to those that may follow. An unknown instruction can turn out to be in any state. */
const followers: Readonly<Record<InstructionState, readonly InstructionState[]>> = {
  unknown: ['pending', 'accepted', 'settled', 'rejected', 'returned', 'cancelled'],
  pending: ['accepted', 'settled', 'rejected', 'cancelled'],
  accepted: ['settled', 'rejected', 'cancelled'],
  settled: ['returned'],
  rejected: [],
  returned: [],
  cancelled: [],
};

/** Returns whether an instruction may go from one state to another. */
export function canFollow(from: InstructionState, to: InstructionState): boolean {
  return followers[from].includes(to);
}

/** Returns whether no other state may follow. A settled instruction is not final: it may be returned. */
export function isFinal(state: InstructionState): boolean {
  return followers[state].length === 0;
}

/** Returns whether an instruction can still be cancelled. */
export function isCancellable(state: KnownState): boolean {
  return canFollow(state, 'cancelled');
}

/**
 * Returns everything that a second submission under the same id must repeat, as one text. A submission that differs is
 * a mistake of the caller and never another effect.
 */
export function contentOf(instruction: Instruction): string {
  const { amount, creditor, debtorAccountId, endToEndId, product, remittance, requestedDate } = instruction;
  return JSON.stringify([
    product,
    debtorAccountId,
    amount.currency,
    formatMoney(amount),
    referenceKey(creditor.account),
    creditor.name,
    creditor.agent ?? null,
    requestedDate?.toString() ?? null,
    endToEndId ?? null,
    remittance ?? null,
  ]);
}
