import type { Temporal } from 'temporal-polyfill';
import { CoreFailure, type PaymentProduct } from '#capabilities/core-banking/index.ts';
import { limitUnknownAccounts } from '#capabilities/tpp-quotas/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { type KeptSchedule, keptSchedule } from '#platform/kernel/schedule.ts';
import type { Context } from '#platform/work/context.ts';
import { checkAddress } from '../domain/check-address.ts';
import { checkDates, futureDateOf } from '../domain/check-dates.ts';
import { checkPayment, type SentPayment } from '../domain/check-payment.ts';
import type { PaymentFault } from '../domain/payment-fault.ts';
import { type NamedProduct, productRules } from '../domain/products.ts';
import { type ReadSchedule, readSchedule } from '../domain/read-schedule.ts';
import type { PaymentPath, SinglePayment } from '../domain/single-payment.ts';
import type { OrderAccounts } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { today } from './bank-day.ts';
import { referenceOf } from './payment-order.ts';
import { type ReadOrder, readOrder, type SentOrder, toFieldError } from './read-order.ts';
import { type SentStanding, withoutDates } from './sent-standing.ts';

/** An order that obeys all rules. */
export interface AcceptedOrder extends Omit<ReadOrder, 'payment' | 'fieldErrors' | 'pathOf'> {
  readonly payment: SinglePayment;
  /** Accounts as the core has them; the debtor is undefined while the payer has still to choose one. */
  readonly accounts: OrderAccounts;
  readonly requestedDate: Temporal.PlainDate | undefined;
  readonly executionDate: Temporal.PlainDate | undefined;
  /** Of a standing order. */
  readonly schedule?: KeptSchedule;
}

const faultsMax = 20;

/**
 * Reads an order and checks it against the rules of its product, of the bank and of the account. Third parties learn all
 * faults at once, so that they need not send an order for each. Asks the core, so never in a transaction. A standing order
 * says when it pays beside the payment.
 */
export async function acceptOrder(
  ctx: Context & PaymentsPorts,
  named: NamedProduct,
  sent: SentOrder,
  standing?: SentStanding,
): Promise<AcceptedOrder> {
  const { fieldErrors, pathOf, payment: found, ...parts } = await readOrder(ctx, named, sent);
  const sentPayment = found && standing !== undefined ? withoutDates(found) : found;
  const when = standing && readSchedule(standing.members, today(ctx));
  rejectFaults(fieldErrors, [
    ...(sentPayment === undefined ? [] : faultsOf(ctx, named, sentPayment)).map((one) => ({
      ...one,
      at: pathOf(one.at),
    })),
    ...scheduleFaults(when).map((one) => ({ ...one, at: standing?.pathOf(one.at) ?? one.at })),
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- without a fault every required member is there
  const payment = sentPayment as SinglePayment;
  const requestedDate = futureDateOf(payment, today(ctx));
  const [accounts, executionDate] = await Promise.all([
    accountsOf(ctx, payment, pathOf),
    requestedDate && executionDateOf(ctx, named.product, requestedDate),
  ]);
  const schedule = when?.kind === 'schedule' ? keptSchedule(when.schedule) : undefined;
  return { ...parts, payment, accounts, requestedDate, executionDate, ...omitUndefined({ schedule }) };
}

function scheduleFaults(when: ReadSchedule | undefined): readonly PaymentFault[] {
  return when?.kind === 'faults' ? when.faults : [];
}

/** What has a fault already needs no second one, neither in a part of it nor around it. */
function areRelated(one: PaymentPath, other: PaymentPath): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((step, index) => step === other[index]);
}

/** Rejects an order with faults. Those of the schema come first; what has one gets no second one from the rules. */
function rejectFaults(fieldErrors: readonly FieldError[], found: readonly PaymentFault[]): void {
  const faults = found.filter(({ at }) => !fieldErrors.some(({ path }) => areRelated(path, at)));
  if (fieldErrors.length + faults.length === 0) return;
  const all = [...fieldErrors, ...faults.map((one) => toFieldError(one, (at) => at))];
  const kinds = new Set(fieldErrors.length > 0 ? [undefined] : faults.map(({ kind }) => kind));
  const [kind] = kinds;
  const problem = kinds.size === 1 && kind !== undefined ? kindProblems[kind] : problems['payment-faulty'];
  throw problem({ fieldErrors: all.slice(0, faultsMax) });
}

const kindProblems = {
  'execution-date': problems['execution-date-invalid'],
  period: problems['period-invalid'],
} as const;

function faultsOf(
  ctx: Context & PaymentsPorts,
  { product }: NamedProduct,
  payment: SentPayment,
): readonly PaymentFault[] {
  const choices = ctx.paymentsChoices.of(ctx.bankId);
  const rules = productRules[product];
  const day = today(ctx);
  const dates = checkDates(payment, rules, { today: day, validityDaysMax: choices.validityDaysMax });
  // An impossible date says nothing about the day of execution.
  const executedOn = dates.length > 0 ? day : (futureDateOf(payment, day) ?? day);
  return [
    ...checkPayment(payment, rules, choices),
    ...dates,
    ...checkAddress(payment, executedOn, choices.address),
  ];
}

async function accountsOf(
  ctx: Context & PaymentsPorts,
  { creditorAccount, debtorAccount, instructedAmount }: SinglePayment,
  pathOf: ReadOrder['pathOf'],
): Promise<OrderAccounts> {
  if (debtorAccount === undefined) return { debtor: undefined, known: new Map() };
  const reference = referenceOf(debtorAccount);
  const found = await ctx.payerAccounts.findForOrder(ctx.bankId, {
    debtor: reference,
    creditor: referenceOf(creditorAccount),
  });
  const { currency = instructedAmount.currency } = debtorAccount;
  const { debtor } = found;
  const isUsable = debtor?.status === 'open' && debtor.currencies.includes(currency);
  await limitUnknownAccounts(ctx, [{ account: reference, isUsable }]);
  if (isUsable) return found;
  const { entry } = problems['account-unusable'];
  throw problems['account-unusable']({
    fieldErrors: [
      { part: 'body', path: pathOf(['debtorAccount']), code: 'mismatch', message: entry.message },
    ],
  });
}

const calendarDays = 30;

/** Returns the first business day from the requested one on, as the core has it in its calendar. */
export async function executionDateOf(
  { bankId, cores }: Context & PaymentsPorts,
  product: PaymentProduct,
  requested: Temporal.PlainDate,
): Promise<Temporal.PlainDate> {
  const core = cores.find(bankId);
  if (core === undefined) throw problems['core-away']();
  try {
    const days = await core.calendar(product, requested, requested.add({ days: calendarDays }));
    const open = days.find(({ isBusinessDay }) => isBusinessDay);
    if (open === undefined) throw new Error(`no business day for ${product} in ${calendarDays} days`);
    return open.date;
  } catch (error) {
    if (error instanceof CoreFailure) throw problems['core-away']();
    throw error;
  }
}
