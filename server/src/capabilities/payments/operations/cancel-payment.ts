import { closeCollection, lockCollectionState } from '#capabilities/authorization/index.ts';
import { type ApprovalRequest, explicitStart, type ResourceStart } from '#capabilities/sca/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { cancellationBy, isLive, needsApproval } from '../domain/cancellation.ts';
import type { PaymentStatus } from '../domain/payment.ts';
import { collectionKindOf } from '../domain/single-payment.ts';
import { paymentEvent } from '../events.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { cancelAtCore } from '../steps/cancel-at-core.ts';
import { asOfNow, loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import { signingContext } from '../steps/signing.ts';
import { updateCancellation } from '../store/cancellations.store.ts';
import { lockPaymentHead, type PaymentHead } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

export interface CancelPayment extends NamedPayment {
  readonly approval: ApprovalRequest;
}

/** The payment after the request. */
export type CancelledPayment =
  | {
      readonly kind: 'cancelled';
      readonly status: 'CANC';
      /** Status of the response, as the bank chose it. */
      readonly cancelledStatus: 202 | 204;
    }
  /** The payer has to approve the cancellation. */
  | {
      readonly kind: 'requested';
      readonly named: NamedPayment;
      readonly status: PaymentStatus;
      readonly start: ResourceStart;
    };

/**
 * Cancels a payment for the third party that initiated it, or asks the payer to approve that, where the bank wants it:
 * before the payment is approved, and a dated one until the core reserves money. PSD2 art. 80: any other approved payment
 * cannot be revoked.
 */
export async function cancelPayment(ctx: Ctx, command: CancelPayment): Promise<CancelledPayment> {
  const { bankId, clock } = ctx;
  const prepared = await prepareCommand(ctx, () => prepare(ctx, command));
  const { isHeldBack, owner, paymentId } = prepared;
  return runCommand(ctx, async (work) => {
    // Locks in the order of an approval: the collection, then the payment.
    if (owner !== undefined) await lockCollectionState(signingContext(ctx), work, keyOf(prepared, owner));
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw problems['payment-unknown']();
    const before = asOfNow(head, clock.now());
    if (before.status === 'CANC') return repeat(ctx, work, before);
    const by = cancellationBy(before);
    if (by !== 'too-late' && isApprovalNeeded(ctx, before))
      return request(ctx, work, { head: before, command });
    if (by === 'too-late' || (by === 'core' && !isHeldBack)) throw problems['cancellation-impossible']();
    await cancel(ctx, work, before);
    return cancelled(ctx);
  });
}

function keyOf({ paymentId, service }: Pick<PaymentHead, 'paymentId' | 'service'>, owner: string) {
  return { owner, resourceKind: collectionKindOf({ service }), resourceId: paymentId } as const;
}

/** Cancels a locked payment. Its signatures are of no further use. */
async function cancel(ctx: Ctx, work: Work, head: PaymentHead): Promise<void> {
  const { owner } = head;
  if (owner !== undefined)
    await closeCollection(signingContext(ctx), work, {
      ...keyOf(head, owner),
      closing: { as: 'cancelled' },
    });
  const after = applyEvent(ctx, work, { head, event: { kind: 'cancelled' } });
  if (after === undefined) throw problems['cancellation-impossible']();
  auditChange(work, head, after);
}

type PreparedCancellation = Pick<PaymentHead, 'owner' | 'paymentId' | 'service'> & {
  /** The core never had the payment, and refuses it from now on. */
  readonly isHeldBack: boolean;
};

/** Loads the payment. The core is asked about a released one, because no transaction waits for the core. */
async function prepare(ctx: Ctx, command: CancelPayment): Promise<PreparedCancellation> {
  const head = await loadOwnPayment(ctx, command);
  const { owner, paymentId, service } = head;
  const isAsked = cancellationBy(head) === 'core' && !isApprovalNeeded(ctx, head);
  // What the core says is recorded by a command of its own; the key belongs to the response.
  const outcome = isAsked
    ? await cancelAtCore({ ...ctx, idempotency: undefined }, ctx.cores.find(ctx.bankId), paymentId)
    : 'recorded';
  if (outcome === 'away') throw problems['core-away']();
  return { owner, paymentId, service, isHeldBack: outcome === 'held-back' };
}

function isApprovalNeeded({ bankId, paymentsChoices }: Ctx, head: PaymentHead): boolean {
  return needsApproval(head, { isMandated: paymentsChoices.of(bankId).isCancellationApproved });
}

function cancelled({ bankId, paymentsChoices }: Ctx): CancelledPayment {
  const { cancelledStatus } = paymentsChoices.of(bankId);
  return { kind: 'cancelled', status: 'CANC', cancelledStatus };
}

/** A payment that is cancelled stays so; the third party gets the same response again. */
function repeat(ctx: Ctx, work: Work, head: PaymentHead): CancelledPayment {
  auditChange(work, head, head);
  return cancelled(ctx);
}

/** Asks for the approval of the payer. A request that still waits is the same one again. */
function request(
  ctx: Ctx,
  work: Work,
  { command, head }: { readonly head: PaymentHead; readonly command: CancelPayment },
): CancelledPayment {
  const { bankId, clock, ids, paymentsChoices } = ctx;
  const { cancellation, owner, paymentId, productName, service, status } = head;
  const now = clock.now();
  if (!isLive(cancellation, now)) {
    updateCancellation(
      work,
      { bankId, paymentId },
      {
        cancellationId: ids.uuid(virtualShard(bankId, owner ?? paymentId)),
        until: now.add({ milliseconds: paymentsChoices.of(bankId).unconfirmedLifeMs }),
        approvedAt: undefined,
      },
    );
    work.emit(paymentEvent('cancellationRequested', head));
  }
  work.audit({
    aggregateKind: 'payment',
    aggregateId: paymentId,
    changes: [{ field: 'cancellation', after: 'requested' }],
  });
  const start = explicitStart(ctx, command.approval, { leavesOpen: undefined });
  return { kind: 'requested', named: { paymentId, productName, service }, status, start };
}
