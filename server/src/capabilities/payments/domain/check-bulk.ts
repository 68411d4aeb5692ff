import type { AddressChoices } from './check-address.ts';
import { checkAddress } from './check-address.ts';
import { checkDates, type DateChoices, futureDateOf } from './check-dates.ts';
import { checkPayment, type PaymentChoices, type SentPayment } from './check-payment.ts';
import type { PaymentFault } from './payment-fault.ts';
import type { ProductRules } from './products.ts';

/** What the rules about a bulk depend on. */
export interface BulkRules {
  readonly product: ProductRules;
  readonly choices: PaymentChoices;
  readonly dates: DateChoices;
  readonly address: AddressChoices;
}

const ofBulk: ReadonlySet<unknown> = new Set(['debtorAccount', 'debtorName']);

/** Returns the faults of what a bulk says for all of its transfers. The account is never left to the payer. */
export function checkBulkMembers(sent: SentPayment, rules: BulkRules): readonly PaymentFault[] {
  const choices = { ...rules.choices, isDebtorAccountOptional: false };
  return [
    ...checkPayment(sent, rules.product, choices).filter(({ at }) => ofBulk.has(at[0])),
    ...checkDates(sent, rules.product, rules.dates),
  ];
}

/** Returns the faults of one transfer of a bulk; `members` are those of the bulk. */
export function checkEntry(
  sent: SentPayment,
  members: SentPayment,
  rules: BulkRules,
): readonly PaymentFault[] {
  const choices = { ...rules.choices, isDebtorAccountOptional: true };
  const { today } = rules.dates;
  const isDateFaulty = checkDates(members, rules.product, rules.dates).length > 0;
  const executedOn = isDateFaulty ? today : (futureDateOf(members, today) ?? today);
  return [...checkPayment(sent, rules.product, choices), ...checkAddress(sent, executedOn, rules.address)];
}
