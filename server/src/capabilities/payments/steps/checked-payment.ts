import type { AuditedChange } from '#platform/work/audit.ts';
import { type KeptCheck, type PayeeResult, resultOf } from '../domain/payee-check.ts';
import { isUnverified } from '../domain/payment.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
import type { StoredPayment } from '../store/payments.store.ts';
import type { CheckRequest } from './check-order.ts';

/** A payment whose payee the third party asked about, with the result as it is now. */
export interface CheckedPayment {
  readonly payment: SinglePayment;
  /** Undefined while it is not known. */
  readonly result: PayeeResult | undefined;
}

/** Returns what the third party is told of the check of a payment; undefined if it has nothing to do about it. */
export function toldCheck({ payeeCheck, payment, status }: StoredPayment): CheckedPayment | undefined {
  if (payeeCheck?.toldTo !== 'third-party' || !isUnverified(status)) return undefined;
  return { payment, result: status === 'RVNC' ? undefined : resultOf(payeeCheck) };
}

/** Who verified the payee, for the audit: the bank, the third party as it says, or an earlier request. */
export function auditedCheck(
  { isRequested }: CheckRequest,
  check: KeptCheck | undefined,
): readonly AuditedChange[] {
  if (check !== undefined) return [{ field: 'payee-check', after: check.result?.code ?? 'open' }];
  return isRequested === false ? [{ field: 'payee-check', after: 'third-party' }] : [];
}
