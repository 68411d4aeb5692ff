import { Temporal } from 'temporal-polyfill';
import {
  type CalendarDay,
  type CoreAccount,
  type CoreBalance,
  type CoreChange,
  type CoreEntry,
  type CoreStandingOrder,
  type Instruction,
  type InstructionStatus,
  type MidRate,
  type ReasonCode,
  reasonCodes,
} from '#capabilities/core-banking/index.ts';
import { type Currency, exponentOf, isCurrency } from '#platform/kernel/currency.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { Money, MoneyText } from '#platform/kernel/money.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type {
  WireAccount,
  WireBalance,
  WireCalendarDay,
  WireChange,
  WireEntry,
  WireInstruction,
  WireMidRate,
  WireStandingOrder,
  WireStatus,
} from './contract/schemas.ts';

/** A value that fits its schema but means nothing, such as an unknown currency. The message has no value in it. */
export class WireFault extends Error {
  override readonly name = 'WireFault';
}

/** Totals of a bank have more digits than an amount that a customer may enter; they fit a signed 64-bit number. */
const minorMax = 9_223_372_036_854_775_807n;

export function fromWireAmount(text: MoneyText): Money {
  const currency = fromWireCurrency(text.currency);
  const exponent = exponentOf(currency);
  const [whole = '', fraction = ''] = text.amount.split('.');
  if (fraction.length > exponent) throw new WireFault('an amount has more decimals than its currency');
  const minor = BigInt(whole + fraction.padEnd(exponent, '0'));
  if (minor > minorMax || minor < -minorMax) throw new WireFault('an amount is too large');
  return { minor, currency };
}

export function fromWireCurrency(text: string): Currency {
  if (!isCurrency(text)) throw new WireFault('a currency is not known');
  return text;
}

export function fromWireDate(text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text);
    // The schema accepts some texts that Temporal does not.
  } catch {
    throw new WireFault('a date does not exist');
  }
}

function fromWireInstant(text: string): Temporal.Instant {
  const instant = parseTimestamp(text);
  if (instant === undefined) throw new WireFault('an instant is not one of RFC 3339');
  return instant;
}

export function fromWireInstruction(instructionId: string, wire: WireInstruction): Instruction {
  const { account, agent, name } = wire.creditor;
  return omitUndefined({
    instructionId,
    product: wire.product,
    debtorAccountId: wire.debtorAccountId,
    amount: fromWireAmount(wire.amount),
    creditor: omitUndefined({ account: { scheme: account.scheme, id: account.id }, name, agent }),
    requestedDate: mapDefined(wire.requestedDate, fromWireDate),
    endToEndId: wire.endToEndId,
    remittance: wire.remittance,
  });
}

export function fromWireAccount(wire: WireAccount): CoreAccount {
  const { currencies, holders, openedOn, owner } = wire;
  if (!holders.includes(owner)) throw new WireFault('the owner of an account is not among its holders');
  return omitUndefined({
    accountId: wire.accountId,
    kind: wire.kind,
    iban: wire.iban,
    bban: wire.bban,
    maskedPan: wire.maskedPan,
    product: wire.product,
    currencies: currencies.map(fromWireCurrency),
    status: wire.status,
    owner,
    holders,
    signingMode: wire.signingMode,
    openedOn: fromWireDate(openedOn),
  });
}

export function fromWireRate({ denominator, from, numerator, to }: WireMidRate): MidRate {
  return {
    from: fromWireCurrency(from),
    to: fromWireCurrency(to),
    numerator: BigInt(numerator),
    denominator: BigInt(denominator),
  };
}

export function fromWireBalance(wire: WireBalance): CoreBalance {
  const booked = fromWireAmount(wire.booked);
  const { currency } = booked;
  const inSame = (text: MoneyText): Money => {
    if (text.currency !== currency) throw new WireFault('the amounts of a balance are in several currencies');
    return fromWireAmount(text);
  };
  return omitUndefined({
    currency,
    booked,
    available: inSame(wire.available),
    creditLimit: inSame(wire.creditLimit),
    closing: mapDefined(wire.closing, ({ amount, day }) => ({
      amount: inSame(amount),
      day: fromWireDate(day),
    })),
    changedAt: fromWireInstant(wire.changedAt),
  });
}

export function fromWireEntry(wire: WireEntry): CoreEntry {
  return omitUndefined({
    entryReference: wire.entryReference,
    status: wire.status,
    amount: fromWireAmount(wire.amount),
    bookingDate: mapDefined(wire.bookingDate, fromWireDate),
    valueDate: mapDefined(wire.valueDate, fromWireDate),
    balanceAfter: mapDefined(wire.balanceAfter, fromWireAmount),
    pendingReference: wire.pendingReference,
    bookedReference: wire.bookedReference,
    counterparty: partyOf(wire.counterparty),
    transactionCode: wire.transactionCode,
    instructionId: wire.instructionId,
    endToEndId: wire.endToEndId,
    remittance: wire.remittance,
    merchant: mapDefined(wire.merchant, ({ categoryCode, name, town }) =>
      omitUndefined({ name, town, categoryCode }),
    ),
  });
}

function partyOf({ account, agent, name }: WireEntry['counterparty']): CoreEntry['counterparty'] {
  return omitUndefined({
    name,
    account: mapDefined(account, ({ id, scheme }) => ({ scheme, id })),
    agent,
  });
}

export function fromWireStandingOrder(wire: WireStandingOrder): CoreStandingOrder {
  return omitUndefined({
    orderId: wire.orderId,
    amount: fromWireAmount(wire.amount),
    counterparty: partyOf(wire.counterparty),
    remittance: wire.remittance,
    frequency: wire.frequency,
    firstOn: fromWireDate(wire.firstOn),
    lastOn: mapDefined(wire.lastOn, fromWireDate),
    nextOn: mapDefined(wire.nextOn, fromWireDate),
  });
}

/** The code list of ISO 20022 grows; an order that was rejected for a new reason is rejected nevertheless. */
const otherReason: ReasonCode = 'MS03';

export function fromWireStatus(wire: WireStatus): InstructionStatus {
  return omitUndefined({
    instructionId: wire.instructionId,
    state: wire.state,
    reason: mapDefined(wire.reason, (reason) => reasonCodes.find((known) => known === reason) ?? otherReason),
    executionDate: fromWireDate(wire.executionDate),
    changedAt: fromWireInstant(wire.changedAt),
  });
}

export function fromWireChange(wire: WireChange): CoreChange {
  switch (wire.kind) {
    case 'instruction':
      return { kind: 'instruction', status: fromWireStatus(wire.status) };
    case 'account':
      return { kind: 'account', account: fromWireAccount(wire.account) };
    case 'customer':
      return {
        kind: 'customer',
        customer: {
          customerNumber: wire.customer.customerNumber,
          lastActiveOn: fromWireDate(wire.customer.lastActiveOn),
        },
      };
  }
}

export function fromWireDay({ cutOff, date, isBusinessDay }: WireCalendarDay): CalendarDay {
  return { date: fromWireDate(date), isBusinessDay, cutOff: mapDefined(cutOff, fromWireInstant) };
}
