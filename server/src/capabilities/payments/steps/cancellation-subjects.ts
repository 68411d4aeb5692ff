import type { Payment, Subject, SubjectApproval, Subjects } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { laterOf } from '#platform/kernel/instants.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { cancellationBy, cancellationState } from '../domain/cancellation.ts';
import { paymentEvent } from '../events.ts';
import { updateCancellation } from '../store/cancellations.store.ts';
import { updateNotifiedPayment } from '../store/notified-payments.store.ts';
import {
  findSealedPayment,
  lockPaymentHead,
  lockSealedPayment,
  type PaymentHead,
  type SealedPayment,
} from '../store/payments.store.ts';
import { applyEvent } from './apply-event.ts';
import { bulkOrderIn } from './bulk-order.ts';
import { listTransfers } from './list-transfers.ts';
import { asOfNow } from './load-payment.ts';
import { orderIn } from './payment-subject.ts';
import type { SubjectParts } from './payment-subjects.ts';

/**
 * Cancellations of payments as approvals see them. The id of a subject is that of the payment; the order has the id of the
 * request, so that what was signed for an earlier request counts for no other one.
 */
export function createCancellationSubjects(parts: SubjectParts): Subjects {
  const { clock, paymentsVault: vault } = parts;
  const found = async (db: Reader, bankId: string, paymentId: string): Promise<SealedPayment | undefined> =>
    isUuid(paymentId) ? findSealedPayment(db, vault, { bankId, paymentId }) : undefined;
  const subjectOf = (sealed: SealedPayment | undefined): Subject | undefined =>
    sealed && sealed.head.execution === undefined
      ? toCancellation(asOfNow(sealed.head, clock.now()), cancelledOrder(sealed), parts)
      : undefined;
  return {
    describe: async (db, bankId, { id }) => subjectOf(await found(db, bankId, id)),
    lock: async (work, bankId, { id }) =>
      subjectOf(await lockSealedPayment(work, vault, { bankId, paymentId: id })),
    listTransfers: (db, bankId, { id }, page) =>
      listTransfers({ db, vault }, { bankId, paymentId: id, page }),
    // What is cancelled has its account.
    accountsFor: async () => [],
    choose: async () => undefined,
    authorised: (work, bankId, { id }, { extent }) =>
      moveCancellation(parts, work, { bankId, paymentId: id, extent }),
    markNotified: (work, bankId, { id }) => updateNotifiedPayment(work, { bankId, paymentId: id }),
    async failed() {
      // Stays open for another authorisation until its time is over.
    },
  };
}

/** Returns the order that is cancelled. */
function cancelledOrder(sealed: SealedPayment): Payment | undefined {
  if (!sealed.hasContent) return undefined;
  return sealed.head.service === 'bulk-payments' ? bulkOrderIn(sealed.openBulk()) : orderIn(sealed.open());
}

function toCancellation(
  payment: PaymentHead,
  cancelled: Payment | undefined,
  { clock }: SubjectParts,
): Subject {
  const { cancellation, organisationId, owner, paymentId, thirdPartyName } = payment;
  return {
    ref: { kind: 'payment-cancellation', id: paymentId },
    organisationId,
    thirdPartyName,
    owner,
    leavesOpen: undefined,
    order:
      cancellation && cancelled
        ? { kind: 'payment-cancellation', id: cancellation.cancellationId, payment: cancelled }
        : undefined,
    ...omitUndefined({ hasNotifications: payment.hasNotifications }),
    state: cancellationState(payment, clock.now()),
    expiresAt: cancellation?.until ?? clock.now(),
  };
}

interface Move {
  readonly bankId: string;
  readonly paymentId: string;
  readonly extent: SubjectApproval['extent'];
}

/**
 * Cancels a payment that is not released, under the lock that its release needs as well. Of a released one only the
 * approval is recorded: the core decides (`finish-cancellation.ts`).
 */
async function moveCancellation(
  { clock }: SubjectParts,
  work: Work,
  { bankId, extent, paymentId }: Move,
): Promise<void> {
  const head = await lockPaymentHead(work, { bankId, paymentId });
  const request = head?.cancellation;
  if (head === undefined || request === undefined)
    throw new Error(`payment ${paymentId} or its cancellation request is missing`);
  if (extent.kind === 'partly') {
    const until = laterOf(request.until, extent.collectedUntil);
    updateCancellation(work, { bankId, paymentId }, { ...request, until });
    return;
  }
  updateCancellation(work, { bankId, paymentId }, { ...request, approvedAt: clock.now() });
  const by = cancellationBy(head);
  const after =
    by === 'us' ? applyEvent({ bankId, clock }, work, { head, event: { kind: 'cancelled' } }) : head;
  if (after === undefined || by === 'too-late')
    throw new Error(`payment ${paymentId} takes no cancellation in ${head.status}`);
  work.emit(paymentEvent('cancellationApproved', after));
}
