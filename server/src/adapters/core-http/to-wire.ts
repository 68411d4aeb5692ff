import type {
  CalendarDay,
  CoreAccount,
  CoreBalance,
  CoreChange,
  CoreEntry,
  CoreStandingOrder,
  Instruction,
  InstructionStatus,
  MidRate,
} from '#capabilities/core-banking/index.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { toExactTimestamp } from '#platform/kernel/timestamp.ts';
import type {
  WireAccount,
  WireAmount,
  WireBalance,
  WireCalendarDay,
  WireChange,
  WireEntry,
  WireInstruction,
  WireMidRate,
  WireStandingOrder,
  WireStatus,
} from './contract/schemas.ts';

/** The connector sends amounts and instructions; a core in TypeScript also sends the rest. */
export function toWireAmount(money: Money): WireAmount {
  return { currency: money.currency, amount: formatMoney(money) };
}

export function toWireInstruction(instruction: Instruction): WireInstruction {
  const { amount, creditor, debtorAccountId, endToEndId, product, remittance, requestedDate } = instruction;
  return omitUndefined({
    product,
    debtorAccountId,
    amount: toWireAmount(amount),
    creditor: { ...creditor, account: { ...creditor.account } },
    requestedDate: requestedDate?.toString(),
    endToEndId,
    remittance,
  });
}

export function toWireAccount(account: CoreAccount): WireAccount {
  const { bban, currencies, holders, iban, maskedPan } = account;
  return {
    accountId: account.accountId,
    kind: account.kind,
    ...omitUndefined({ iban, bban, maskedPan }),
    product: account.product,
    currencies: [...currencies],
    status: account.status,
    owner: account.owner,
    holders: [...holders],
    signingMode: account.signingMode,
    openedOn: account.openedOn.toString(),
  };
}

export function toWireRate({ denominator, from, numerator, to }: MidRate): WireMidRate {
  return { from, to, numerator: numerator.toString(), denominator: denominator.toString() };
}

export function toWireBalance({
  available,
  booked,
  changedAt,
  closing,
  creditLimit,
}: CoreBalance): WireBalance {
  return omitUndefined({
    booked: toWireAmount(booked),
    available: toWireAmount(available),
    creditLimit: toWireAmount(creditLimit),
    closing: closing && { amount: toWireAmount(closing.amount), day: closing.day.toString() },
    changedAt: toExactTimestamp(changedAt),
  });
}

export function toWireEntry(entry: CoreEntry): WireEntry {
  return omitUndefined({
    entryReference: entry.entryReference,
    status: entry.status,
    amount: toWireAmount(entry.amount),
    bookingDate: entry.bookingDate?.toString(),
    valueDate: entry.valueDate?.toString(),
    balanceAfter: mapDefined(entry.balanceAfter, toWireAmount),
    pendingReference: entry.pendingReference,
    bookedReference: entry.bookedReference,
    counterparty: entry.counterparty,
    transactionCode: entry.transactionCode,
    instructionId: entry.instructionId,
    endToEndId: entry.endToEndId,
    remittance: entry.remittance,
    merchant: entry.merchant,
  });
}

export function toWireStandingOrder(order: CoreStandingOrder): WireStandingOrder {
  return omitUndefined({
    orderId: order.orderId,
    amount: toWireAmount(order.amount),
    counterparty: order.counterparty,
    remittance: order.remittance,
    frequency: order.frequency,
    firstOn: order.firstOn.toString(),
    lastOn: order.lastOn?.toString(),
    nextOn: order.nextOn?.toString(),
  });
}

export function toWireStatus({
  changedAt,
  executionDate,
  instructionId,
  reason,
  state,
}: InstructionStatus): WireStatus {
  return omitUndefined({
    instructionId,
    state,
    reason,
    executionDate: executionDate.toString(),
    changedAt: toExactTimestamp(changedAt),
  });
}

export function toWireChange(change: CoreChange): WireChange {
  switch (change.kind) {
    case 'instruction':
      return { kind: 'instruction', status: toWireStatus(change.status) };
    case 'account':
      return { kind: 'account', account: toWireAccount(change.account) };
    case 'customer':
      return {
        kind: 'customer',
        customer: {
          customerNumber: change.customer.customerNumber,
          lastActiveOn: change.customer.lastActiveOn.toString(),
        },
      };
  }
}

export function toWireDay({ cutOff, date, isBusinessDay }: CalendarDay): WireCalendarDay {
  return omitUndefined({
    date: date.toString(),
    isBusinessDay,
    cutOff: cutOff && toExactTimestamp(cutOff),
  });
}
