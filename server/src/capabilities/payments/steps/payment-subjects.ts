import type { Temporal } from 'temporal-polyfill';
import type { OwnedAccount, Subject, SubjectApproval, Subjects } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { laterOf } from '#platform/kernel/instants.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isUnapproved, isUnverified } from '../domain/payment.ts';
import { executionStart } from '../domain/times.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { queueBulk } from '../store/bulk-payments.store.ts';
import { updateNotifiedPayment } from '../store/notified-payments.store.ts';
import {
  findPayment,
  findSealedPayment,
  lockPayment,
  lockPaymentHead,
  lockSealedPayment,
  type PaymentHead,
  replaceOrder,
  type SealedPayment,
  type StoredPayment,
  updatePayment,
} from '../store/payments.store.ts';
import { queueStandingOrder } from '../store/standing-orders.store.ts';
import { applyEvent } from './apply-event.ts';
import { toBulkSubject } from './bulk-order.ts';
import { listTransfers } from './list-transfers.ts';
import { asOfNow } from './load-payment.ts';
import { toEmptySubject, toSubject } from './payment-subject.ts';

/** What approvals need of payments. */
export type SubjectParts = Pick<PaymentsPorts, 'paymentsVault' | 'payerAccounts' | 'paymentsChoices'> & {
  readonly clock: Clock;
};

/** Payments as approvals see them: only `authorised` moves one, in the transaction that records the signature. */
export function createPaymentSubjects(parts: SubjectParts): Subjects {
  const { clock, payerAccounts, paymentsVault: vault } = parts;
  const found = async (db: Reader, bankId: string, paymentId: string): Promise<StoredPayment | undefined> =>
    isUuid(paymentId) ? findPayment(db, vault, { bankId, paymentId }) : undefined;
  return {
    describe: async (db, bankId, { id }) =>
      isUuid(id)
        ? subjectIn(await findSealedPayment(db, vault, { bankId, paymentId: id }), clock)
        : undefined,
    lock: async (work, bankId, { id }) =>
      subjectIn(await lockSealedPayment(work, vault, { bankId, paymentId: id }), clock),
    listTransfers: (db, bankId, { id }, page) =>
      listTransfers({ db, vault }, { bankId, paymentId: id, page }),
    async accountsFor(db, bankId, { id }, chooser) {
      const payment = await found(db, bankId, id);
      if (payment === undefined) return [];
      const accounts = await payerAccounts.listFor(db, bankId, {
        ...chooser,
        resourceKind: payment.schedule === undefined ? 'payment' : 'periodic-payment',
      });
      return accounts.flatMap((account) => offered(account, payment.payment.instructedAmount.currency));
    },
    async choose(work, bankId, { id }, { accounts: [{ iban, owner }] }) {
      const payment = await lockPayment(work, vault, { bankId, paymentId: id });
      if (payment === undefined || !isOpenForChoice(payment, clock.now())) return undefined;
      const chosen = { ...payment, owner, payment: { ...payment.payment, debtorAccount: { iban } } };
      replaceOrder(work, vault, bankId, chosen);
      updatePayment(work, bankId, { head: chosen, now: clock.now() });
      return toSubject(chosen);
    },
    authorised: (work, bankId, { id }, { extent }) =>
      moveApproved(parts, work, { bankId, paymentId: id, extent }),
    markNotified: (work, bankId, { id }) => updateNotifiedPayment(work, { bankId, paymentId: id }),
    async failed() {
      // Stays open for another authorisation until its time is over.
    },
  };
}

function subjectIn(sealed: SealedPayment | undefined, clock: Clock): Subject | undefined {
  // Third parties see the standing order, never one of its executions.
  if (sealed === undefined || sealed.head.execution !== undefined) return undefined;
  if (!sealed.hasContent) return toEmptySubject(sealed.head);
  return sealed.head.service === 'bulk-payments'
    ? toBulkSubject(asOfNow(sealed.openBulk(), clock.now()))
    : toSubject(asOfNow(sealed.open(), clock.now()));
}

function isOpenForChoice(payment: StoredPayment, now: Temporal.Instant): boolean {
  const { status } = asOfNow(payment, now);
  return payment.leavesAccountOpen && isUnapproved(status) && !isUnverified(status);
}

interface Move {
  readonly bankId: string;
  readonly paymentId: string;
  readonly extent: SubjectApproval['extent'];
}

async function moveApproved(
  { clock, paymentsChoices }: SubjectParts,
  work: Work,
  { bankId, extent, paymentId }: Move,
): Promise<void> {
  const head = await lockPaymentHead(work, { bankId, paymentId });
  if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
  const now = clock.now();
  const { timeZone } = paymentsChoices.of(bankId);
  const dueAt = laterOf(now, executionStart(head.executionDate, timeZone) ?? now);
  const after =
    extent.kind === 'partly'
      ? applyEvent({ bankId, clock }, work, {
          head,
          event: { kind: 'approved', extent: 'partly' },
          change: { leavesAccountOpen: false, expiresAt: laterOf(head.expiresAt, extent.collectedUntil) },
        })
      : applyEvent({ bankId, clock }, work, {
          head,
          event: { kind: 'approved', extent: 'fully', isDateChanged: isDateChanged(head) },
          change: {
            leavesAccountOpen: false,
            approvedAt: now,
            // The queues of bulks and standing orders are their own.
            ...(head.service === 'payments' ? { dueAt } : {}),
          },
        });
  if (extent.kind === 'fully' && head.service === 'bulk-payments')
    queueBulk(work, { bankId, paymentId, dueAt });
  if (extent.kind === 'fully' && head.service === 'periodic-payments')
    queueStandingOrder(work, { bankId, paymentId, dueAt: now });
  if (after === undefined) throw new Error(`payment ${paymentId} takes no approval in ${head.status}`);
}

function isDateChanged({ executionDate, requestedDate }: PaymentHead): boolean {
  return executionDate !== undefined && requestedDate !== undefined && !executionDate.equals(requestedDate);
}

/** Accounts without an IBAN cannot be shown on the page. */
function offered(account: PayerAccount, currency: string): readonly OwnedAccount[] {
  const { accountId, currencies, name, owner, reference, status } = account;
  if (reference.scheme !== 'iban' || status === 'closed') return [];
  const isOther = !currencies.includes(currency);
  return [
    omitUndefined({
      id: accountId,
      name,
      iban: reference.id,
      currency: currencies[0] ?? currency,
      owner,
      obstacle: obstacleOf(status === 'blocked', isOther),
      isPreselected: true,
    }),
  ];
}

function obstacleOf(isBlocked: boolean, isOtherCurrency: boolean): OwnedAccount['obstacle'] {
  if (isBlocked) return 'blocked';
  return isOtherCurrency ? 'other-currency' : undefined;
}
