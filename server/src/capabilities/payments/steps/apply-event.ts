import { type RecordedChange, recordChange } from '#capabilities/tpp-notifications/index.ts';
import { followResource, type Phase } from '#capabilities/tpp-quotas/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isFinal, isUnsigned, nextState, type PaymentEvent, type PaymentStatus } from '../domain/payment.ts';
import { paymentEvent } from '../events.ts';
import { type PaymentHead, updatePayment } from '../store/payments.store.ts';

/** Members that change together with the state. */
export type HeadChange = Partial<
  Pick<
    PaymentHead,
    'approvedAt' | 'dueAt' | 'expiresAt' | 'hasFunds' | 'leavesAccountOpen' | 'owner' | 'releasedAt'
  >
>;

/**
 * Applies an event to a locked payment, saves and announces it: the only code that changes the state of a payment.
 * Returns undefined if the event changes nothing. The caller audits its command.
 */
export function applyEvent(
  { bankId, clock }: Pick<Context, 'bankId' | 'clock'>,
  work: Work,
  {
    change = {},
    event,
    head,
  }: {
    readonly head: PaymentHead;
    readonly event: PaymentEvent;
    readonly change?: HeadChange;
  },
): PaymentHead | undefined {
  const state = nextState(head.status, event);
  if (state === undefined) return undefined;
  const changed = { ...head, ...change, ...state };
  const after = isFinal(state.status) ? { ...changed, dueAt: undefined } : changed;
  updatePayment(work, bankId, { head: after, now: clock.now() });
  work.emit(paymentEvent('changed', after));
  if (after.hasNotifications === true) recordChange({ bankId, clock }, work, statusChange(head, after));
  followResource({ bankId, clock }, work, {
    id: after.paymentId,
    before: phaseOf(head.status),
    // What the core reports was approved, although a restored backup does not know it.
    after: event.kind === 'core' ? 'approved' : phaseOf(after.status),
    expiresAt: after.expiresAt,
  });
  // A backup may have signatures: all of them, or some, which others would complete.
  if (after.reason !== undefined && (after.approvedAt !== undefined || head.status === 'PATC'))
    work.emit(paymentEvent('stopped', after));
  return after;
}

/** How far the approval of a payment is. */
function phaseOf(status: PaymentStatus): Phase {
  if (isUnsigned(status)) return 'unsigned';
  if (status === 'PATC') return 'partly-signed';
  return status === 'RJCT' || status === 'CANC' ? 'ended' : 'approved';
}

/** What the third party learns of a change. */
function statusChange(before: PaymentHead, { paymentId, status }: PaymentHead): RecordedChange {
  const isLast = isFinal(status) || isFinal(before.status);
  return {
    resource: { kind: 'payment', id: paymentId },
    change: { kind: 'transactionStatus', status, isLast },
  };
}

/** Audits a change of state. */
export function auditChange(work: Work, before: PaymentHead, after: PaymentHead): void {
  work.audit({
    aggregateKind: 'payment',
    aggregateId: after.paymentId,
    changes: [
      { field: 'status', before: before.status, after: after.status },
      ...(after.reason === undefined ? [] : [{ field: 'reason', after: after.reason }]),
    ],
  });
}
