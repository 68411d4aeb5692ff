import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';

/** Returns the day that it is at the bank. */
export function today({
  bankId,
  clock,
  paymentsChoices,
}: Context & Pick<PaymentsPorts, 'paymentsChoices'>): Temporal.PlainDate {
  return clock.now().toZonedDateTimeISO(paymentsChoices.of(bankId).timeZone).toPlainDate();
}
