import type { Temporal } from 'temporal-polyfill';
import {
  type CalendarRules,
  executionDateOf,
  executionStartOf,
  type PaymentProduct,
  type ReasonCode,
  settlementAt,
} from '#capabilities/core-banking/index.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { LockedAccount } from './accounts.store.ts';

/** What the ledger does with an instruction now. */
export type Decision = { readonly executionDate: Temporal.PlainDate } & (
  | { readonly state: 'rejected'; readonly reason: ReasonCode }
  | { readonly state: 'pending' | 'accepted'; readonly dueAt: Temporal.Instant }
  | { readonly state: 'settled' }
);

/** What the decision depends on. */
export interface Situation {
  readonly product: PaymentProduct;
  readonly amount: Money;
  readonly requestedDate?: Temporal.PlainDate;
  /** Set when a pending instruction is executed: its day was decided before. */
  readonly executionDate?: Temporal.PlainDate;
  readonly debtor: LockedAccount | undefined;
  /** The account of the creditor, if it is one of this bank. */
  readonly creditor: LockedAccount | undefined;
  readonly now: Temporal.Instant;
  readonly rules: CalendarRules;
}

/** Decides about an instruction that is submitted, or that was pending and is due. */
export function decide(situation: Situation): Decision {
  const { now, product, rules } = situation;
  const today = now.toZonedDateTimeISO(rules.zone).toPlainDate();
  const isPast = isBefore(situation.requestedDate, today);
  const executionDate = situation.executionDate ?? (isPast ? today : dayOf(situation));
  const reason = isPast ? 'DT01' : refusalOf(situation);
  if (reason !== undefined) return { state: 'rejected', reason, executionDate };
  if (isBefore(today, executionDate)) {
    return { state: 'pending', executionDate, dueAt: executionStartOf(rules, executionDate) };
  }
  if (!hasFunds(situation.debtor, situation.amount)) {
    return { state: 'rejected', reason: 'AM04', executionDate };
  }
  // Between two accounts of the bank nothing has to be cleared.
  const settledAt = situation.creditor === undefined ? settlementAt(rules, product, now) : now;
  return settledAt.epochMilliseconds > now.epochMilliseconds
    ? { state: 'accepted', executionDate, dueAt: settledAt }
    : { state: 'settled', executionDate };
}

/** Returns whether an amount can be spent from an account. */
export function hasFunds(account: LockedAccount | undefined, { currency, minor }: Money): boolean {
  const balance = account?.balances.get(currency);
  return balance !== undefined && balance.booked - balance.held + balance.creditLimit >= minor;
}

function dayOf({ now, product, requestedDate, rules }: Situation): Temporal.PlainDate {
  const requested = requestedDate === undefined ? {} : { requested: requestedDate };
  return executionDateOf(rules, product, { acceptedAt: now, ...requested });
}

function refusalOf({ amount, creditor, debtor }: Situation): ReasonCode | undefined {
  // A card is paid with, it does not pay.
  if (debtor === undefined || debtor.kind === 'card') return 'AC01';
  if (debtor.status === 'closed') return 'AC04';
  if (debtor.status === 'blocked') return 'AC06';
  if (!debtor.balances.has(amount.currency)) return 'AM03';
  if (creditor === undefined) return undefined;
  if (creditor.accountId === debtor.accountId) return 'AC03';
  if (creditor.status === 'closed') return 'AC07';
  return creditor.balances.has(amount.currency) ? undefined : 'AM03';
}

function isBefore(day: Temporal.PlainDate | undefined, other: Temporal.PlainDate): boolean {
  return day !== undefined && day.since(other).sign < 0;
}
