import { isStillSigned } from '#capabilities/authorization/index.ts';
import { type CoreBank, findOutcome } from '#capabilities/core-banking/index.ts';
import { orderToSign } from '#capabilities/sca/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isSubmittable, type PaymentReason } from '../domain/payment.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import {
  findPaymentHead,
  findSealedPayment,
  lockPaymentHead,
  type PaymentHead,
} from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { openOrder } from './open-order.ts';
import { type PaymentOrder, type StandingOrder, transferText } from './payment-order.ts';
import { orderIn } from './payment-subject.ts';
import { recordCoreState } from './record-core-state.ts';
import { type Approval, releasePayment } from './release-payment.ts';
import { signingContext } from './signing.ts';

type Ctx = Context & PaymentsPorts;

/** An execution of a standing order, as it is computed anew. */
interface ExecutionRelease extends Omit<Parameters<typeof releasePayment>[1], 'approval' | 'order'> {
  readonly order: PaymentOrder;
  readonly orderId: string;
}

/** Why an execution is not released; `altered`: it is not the payment of its order. */
export type ExecutionRefusal = 'altered' | 'withdrawn' | 'lost';

/**
 * Releases an execution for the core. It has no signatures of its own: it must be the payment of its standing order, whose
 * signers may still sign, and which was not ended. A refusal changes nothing: the caller informs the core first.
 */
export async function releaseExecution(
  ctx: Ctx,
  { hold, order, orderId, owner }: ExecutionRelease,
): Promise<PaymentHead | ExecutionRefusal | undefined> {
  const standing = await openStanding(ctx, orderId);
  if (standing === undefined || transferText(standing) !== transferText(order)) return 'altered';
  let approval: Approval = 'given';
  const released = await releasePayment(ctx, {
    order,
    owner,
    hold,
    approval: async (work) => {
      approval = await approvalBy(ctx, work, { standing, owner });
      return approval;
    },
  });
  return refusalIn(approval) ?? released;
}

function refusalIn(approval: Approval): ExecutionRefusal | undefined {
  return approval === 'withdrawn' || approval === 'lost' ? approval : undefined;
}

/** Returns a standing order; undefined if it is gone, or cannot be opened any more. */
async function openStanding(ctx: Ctx, paymentId: string): Promise<StandingOrder | undefined> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId });
  const stored = sealed && openOrder(ctx, sealed);
  const order = stored && orderIn(stored);
  return order?.kind === 'periodic-payment' ? order : undefined;
}

async function approvalBy(
  ctx: Ctx,
  work: Work,
  { owner, standing }: { readonly standing: StandingOrder; readonly owner: string },
): Promise<Approval> {
  const isSigned = await isStillSigned(signingContext(ctx), work, {
    owner,
    resourceKind: standing.kind,
    resourceId: standing.id,
    digest: orderToSign({ order: standing }).digest,
  });
  // Locked after its signatures, and before the execution.
  const head = await lockPaymentHead(work, { bankId: ctx.bankId, paymentId: standing.id });
  if (head === undefined || !isSubmittable(head.status)) return 'withdrawn';
  return isSigned ? 'given' : 'lost';
}

/**
 * Returns whether the core has an execution of a standing order already, and records what it says. The id follows from
 * order and day: in a database that was restored, the execution may be newer than the backup, and its money is spent.
 */
export async function isKnownToCore(ctx: Ctx, core: CoreBank, paymentId: string): Promise<boolean> {
  const found = await findOutcome(core, paymentId);
  if (typeof found === 'string') return false;
  await recordCoreState(ctx, { ...found, paymentId });
  return true;
}

const unusable = { open: undefined, blocked: 'AC06', closed: 'AC04' } as const;

/**
 * Returns why an account cannot be debited at all. The core says that of other payments; an execution of a standing order
 * must not wait for funds until its day is over, because the payer is to learn what is wrong.
 */
export function unusableReason(
  { execution, releasedAt }: PaymentHead,
  account: PayerAccount | 'away' | 'gone',
): PaymentReason | undefined {
  if (account === 'gone') return 'AC01';
  if (account === 'away' || execution === undefined || releasedAt !== undefined) return undefined;
  return unusable[account.status];
}

/** Returns whether the standing order of an execution has ended: then the execution must not wait any longer. */
export async function isOrderOver({ bankId, db }: Ctx, orderId: string): Promise<boolean> {
  const head = await findPaymentHead(db, { bankId, paymentId: orderId });
  return head === undefined || !isSubmittable(head.status);
}

/** Cancels an execution whose standing order has ended. */
export async function cancelExecution(ctx: Ctx, paymentId: string): Promise<void> {
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId: ctx.bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const after = applyEvent(ctx, work, { head, event: { kind: 'cancelled' } });
    auditChange(work, head, after ?? head);
  });
}
