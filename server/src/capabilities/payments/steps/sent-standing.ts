import type { SentPayment } from '../domain/check-payment.ts';
import type { SentSchedule } from '../domain/read-schedule.ts';
import type { PaymentPath } from '../domain/single-payment.ts';

/** When a standing order pays, as it was sent. */
export interface SentStanding {
  readonly members: SentSchedule;
  /** Where a member stands in what was sent. */
  readonly pathOf: (at: PaymentPath) => PaymentPath;
}

/** A document must name a day of execution; that of a standing order says nothing. SPEC xs2a 4.3 */
export function withoutDates(payment: SentPayment): SentPayment {
  const { requestedExecutionDate: _, requestedExecutionTime: __, ...others } = payment;
  return others;
}
