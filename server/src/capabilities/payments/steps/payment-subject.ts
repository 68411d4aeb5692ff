import type { Subject } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { isUnapproved, isUnverified, type PaymentStatus } from '../domain/payment.ts';
import type { PaymentHead, StoredPayment } from '../store/payments.store.ts';
import {
  orderOf,
  type PaymentOrder,
  referenceOf,
  type StandingOrder,
  standingOrderOf,
} from './payment-order.ts';

/** Returns a payment as approvals see it. */
export function toSubject(payment: StoredPayment): Subject {
  const { expiresAt, leavesAccountOpen, organisationId, owner, payeeCheck, paymentId, thirdPartyName } =
    payment;
  return {
    ref: { kind: 'payment', id: paymentId },
    organisationId,
    thirdPartyName,
    owner,
    leavesOpen: leavesAccountOpen ? 'one' : undefined,
    order: orderIn(payment),
    isPayeeUntold: payeeCheck?.toldTo === 'payer',
    ...omitUndefined({ hasNotifications: payment.hasNotifications }),
    state: subjectState(payment.status),
    expiresAt,
  };
}

/** Returns a payment whose content is deleted, as approvals see it: nothing can be approved. */
export function toEmptySubject(head: PaymentHead): Subject {
  const { expiresAt, hasNotifications, organisationId, owner, paymentId, status, thirdPartyName } = head;
  return {
    ref: { kind: 'payment', id: paymentId },
    organisationId,
    thirdPartyName,
    owner,
    leavesOpen: undefined,
    order: undefined,
    ...omitUndefined({ hasNotifications }),
    state: subjectState(status),
    expiresAt,
  };
}

/** SPEC xs2a 6.1: a rejected payment has expired for an authorisation, any other one takes no more. */
export function subjectState(status: PaymentStatus): Subject['state'] {
  if (isUnverified(status)) return 'unverified';
  if (isUnapproved(status)) return 'open';
  return status === 'RJCT' ? 'over' : 'done';
}

/** Returns the order of a stored payment or standing order; undefined while its account is open. */
export function orderIn({
  documentHash,
  payeeCheck,
  payment,
  paymentId,
  productName,
  schedule,
}: StoredPayment): PaymentOrder | StandingOrder | undefined {
  const { debtorAccount } = payment;
  if (debtorAccount === undefined) return undefined;
  const ordered = {
    paymentId,
    productName,
    payment,
    debtorAccount: referenceOf(debtorAccount),
    documentHash: documentHash.toString('hex'),
    payeeCheck,
  };
  return schedule === undefined ? orderOf(ordered) : standingOrderOf(ordered, schedule);
}
