import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import type { PaymentPath } from './single-payment.ts';

/** What is wrong with an order. A third party gets all of them in one response. */
export interface PaymentFault {
  /** Members of the payment; for an element of a document that becomes no member, the path of the element. */
  readonly at: PaymentPath;
  readonly code: FieldErrorCode;
  /** Says what is allowed. Of what was sent it repeats at most the number of one character, and countries. */
  readonly message: string;
  /** The standard has message codes of its own for dates and for periods. */
  readonly kind?: 'execution-date' | 'period';
}

export function fault(code: PaymentFault['code'], message: string, ...at: PaymentPath): PaymentFault {
  return { at, code, message };
}
