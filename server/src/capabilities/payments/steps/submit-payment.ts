import { Temporal } from 'temporal-polyfill';
import {
  type CoreBank,
  CoreFailure,
  findOutcome,
  type Submission,
  submitInstruction,
} from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Money } from '#platform/kernel/money.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { isSubmittable } from '../domain/payment.ts';
import { findProduct } from '../domain/products.ts';
import { endOfDay } from '../domain/times.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { postponePayment } from '../store/due-payments.store.ts';
import { findSealedPayment, type PaymentHead, type StoredPayment } from '../store/payments.store.ts';
import { cancelAtCore } from './cancel-at-core.ts';
import { openOrder } from './open-order.ts';
import { holdOf } from './payment-hold.ts';
import { instructionOf, type PaymentOrder } from './payment-order.ts';
import { orderIn } from './payment-subject.ts';
import { recordCoreState } from './record-core-state.ts';
import { recordMissingFunds } from './record-missing-funds.ts';
import {
  cancelExecution,
  type ExecutionRefusal,
  isKnownToCore,
  isOrderOver,
  releaseExecution,
  unusableReason,
} from './release-execution.ts';
import { rejectAltered, rejectPayment, releasePayment } from './release-payment.ts';

type Ctx = Context & PaymentsPorts;

/** For how long a worker has a payment: longer than all calls to the core that one needs. */
export const leaseSeconds = 30;
/** Waits between two questions about funds. */
export const fundsWaitSeconds = 300;
/** SEPA instant scheme: what the core does not have by then is rejected. */
const instantSeconds = 10;
export const retryMinSeconds = 2;
const retryMaxSeconds = 60;

/** Takes an approved payment one step further: released, submitted, recorded, or postponed. */
export async function submitPayment(ctx: Ctx, core: CoreBank, paymentId: string): Promise<void> {
  const execution = await prepareExecution(ctx, core, paymentId);
  if (execution === undefined) return;
  const { owner, stored } = execution;
  const isReleased = stored.releasedAt !== undefined;
  const released = isReleased ? stored : await release(ctx, core, execution);
  if (released === undefined) return;
  const outcome = await submit(ctx, core, execution);
  if (typeof outcome !== 'string') return recordCoreState(ctx, { ...outcome, paymentId });
  if (outcome === 'not-sent' && isTooLate(ctx, stored))
    return stop(ctx, core, released, () => rejectPayment(ctx, { paymentId, owner, reason: 'TM01' }));
  await postpone(ctx, released, waitAfter(ctx, released));
}

/** An approved order with the account that it debits. */
interface Execution {
  readonly stored: StoredPayment;
  readonly order: PaymentOrder;
  readonly owner: string;
  readonly account: PayerAccount;
}

/**
 * Releases a payment that has its funds: by its own signatures, an execution by those of its standing order. Undefined if
 * it was recorded, rejected or postponed instead.
 */
async function release(ctx: Ctx, core: CoreBank, execution: Execution): Promise<PaymentHead | undefined> {
  const { order, owner, stored } = execution;
  if (stored.execution !== undefined && (await isKnownToCore(ctx, core, stored.paymentId))) return undefined;
  if (!(await hasFunds(ctx, core, execution))) return undefined;
  const hold = (work: Reader) => holdOf(ctx, work, { order, owner });
  if (stored.execution === undefined) return releasePayment(ctx, { order, owner, hold });
  const { orderId } = stored.execution;
  const released = await releaseExecution(ctx, { order, owner, hold, orderId });
  if (typeof released !== 'string') return released;
  await stop(ctx, core, stored, () => endExecution(ctx, execution, released));
  return undefined;
}

/** Ends an execution that its standing order does not cover. Signers who lost their right are no alarm. */
function endExecution(ctx: Ctx, { owner, stored }: Execution, refusal: ExecutionRefusal): Promise<void> {
  const { paymentId } = stored;
  if (refusal === 'altered') return rejectAltered(ctx, paymentId);
  return refusal === 'withdrawn'
    ? cancelExecution(ctx, paymentId)
    : rejectPayment(ctx, { paymentId, owner, reason: 'DS0C' });
}

/** Returns what is to be executed; undefined if the payment was rejected or postponed instead. */
async function prepareExecution(ctx: Ctx, core: CoreBank, paymentId: string): Promise<Execution | undefined> {
  const stored = await openPayment(ctx, core, paymentId);
  if (stored === undefined) return undefined;
  const order = orderIn(stored);
  const { owner } = stored;
  if (order?.kind !== 'payment' || owner === undefined) {
    await stop(ctx, core, stored, () => rejectAltered(ctx, paymentId));
    return undefined;
  }
  if (stored.releasedAt === undefined && (await isStopped(ctx, core, { stored, order, owner })))
    return undefined;
  const account = await accountOf(ctx, stored, order);
  const reason = unusableReason(stored, account);
  if (typeof account !== 'string' && reason === undefined) return { stored, order, owner, account };
  await (reason === undefined
    ? postpone(ctx, stored, retryMinSeconds)
    : stop(ctx, core, stored, () => rejectPayment(ctx, { paymentId, owner, reason })));
  return undefined;
}

/** Returns whether a payment that the core never had must not be released now; then it is rejected or postponed. */
async function isStopped(ctx: Ctx, core: CoreBank, execution: Omit<Execution, 'account'>): Promise<boolean> {
  const { owner, stored } = execution;
  if (stored.execution !== undefined && (await isOrderOver(ctx, stored.execution.orderId))) {
    await stop(ctx, core, stored, () => cancelExecution(ctx, stored.paymentId));
    return true;
  }
  if (!isTooLate(ctx, stored)) return isHeld(ctx, core, execution);
  // Nothing has to be held back at the core, so no core that is away delays the answer.
  await rejectPayment(ctx, { paymentId: stored.paymentId, owner, reason: 'TM01' });
  return true;
}

/**
 * Returns whether restrictions of the owner hold a payment: then it waits until the end of its day, as one without funds
 * does, or it is rejected. The third party does not learn why. `releasePayment` asks again under the lock of the client.
 */
async function isHeld(
  ctx: Ctx,
  core: CoreBank,
  { order, owner, stored }: Omit<Execution, 'account'>,
): Promise<boolean> {
  const hold = await holdOf(ctx, ctx.db, { order, owner });
  if (hold === undefined) return false;
  if (isUrgent(stored) || isDayOver(ctx, stored))
    await stop(ctx, core, stored, () =>
      rejectPayment(ctx, { paymentId: stored.paymentId, owner, reason: 'MS03' }),
    );
  else await postpone(ctx, stored, fundsWaitSeconds);
  return true;
}

/** Returns whether the day on which a payment is to be executed has passed. */
export function isDayOver({ bankId, clock, paymentsChoices }: Ctx, stored: PaymentHead): boolean {
  const { approvedAt = clock.now(), executionDate } = stored;
  const { timeZone } = paymentsChoices.of(bankId);
  const day = executionDate ?? approvedAt.toZonedDateTimeISO(timeZone).toPlainDate();
  return Temporal.Instant.compare(clock.now(), endOfDay(day, timeZone)) >= 0;
}

/**
 * Returns a payment that may be submitted. One whose seal is broken is rejected: what was approved is not known any more.
 * A key that this process lacks is no such case: the payment is set aside until the key is there.
 */
async function openPayment(ctx: Ctx, core: CoreBank, paymentId: string): Promise<StoredPayment | undefined> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId });
  if (sealed === undefined || !isSubmittable(sealed.head.status)) return undefined;
  const stored = openOrder(ctx, sealed);
  if (stored === undefined) await stop(ctx, core, sealed.head, () => rejectAltered(ctx, paymentId));
  return stored;
}

export async function accountOf(
  { bankId, payerAccounts }: Ctx,
  { owner }: PaymentHead,
  { debtorAccount }: Pick<PaymentOrder, 'debtorAccount'>,
): Promise<PayerAccount | 'away' | 'gone'> {
  try {
    const account = await payerAccounts.find(bankId, debtorAccount);
    // The approval was that of its owner at the time.
    return account !== undefined && account.owner === owner ? account : 'gone';
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'unavailable') return 'away';
    throw error;
  }
}

/**
 * Asks whether the amount can be spent. Without funds a payment is rejected at once if it is instant, or if the third
 * party wants that; any other one waits for money until the end of its day, as orders of the bank's own channels do.
 */
async function hasFunds(
  ctx: Ctx,
  core: CoreBank,
  { account, order, owner, stored }: Execution,
): Promise<boolean> {
  const { isRejectedWithoutFunds, paymentId } = stored;
  const answer = await askFunds(core, account.accountId, order.transfer.amount);
  if (answer === undefined) await postpone(ctx, stored, retryMinSeconds);
  if (answer !== false) return answer === true;
  if (isRejectedWithoutFunds || isUrgent(stored) || isDayOver(ctx, stored))
    await stop(ctx, core, stored, () => rejectPayment(ctx, { paymentId, owner, reason: 'AM04' }));
  else await waitForFunds(ctx, stored);
  return false;
}

export async function askFunds(
  core: CoreBank,
  accountId: string,
  amount: Money,
): Promise<boolean | undefined> {
  try {
    return await core.hasFunds(accountId, amount);
  } catch (error) {
    if (error instanceof CoreFailure) return undefined;
    throw error;
  }
}

/** Submits a released payment. One that was released before may be at the core, so the core is asked first. */
async function submit(ctx: Ctx, core: CoreBank, { account, order, stored }: Execution): Promise<Submission> {
  const named = findProduct(stored.productName);
  if (named === undefined) throw new Error(`payment ${stored.paymentId} has an unknown product`);
  const instruction = instructionOf(order, {
    product: named.product,
    debtorAccountId: account.accountId,
  });
  if (stored.releasedAt !== undefined) {
    const found = await findOutcome(core, stored.paymentId);
    if (found !== 'not-sent') return found;
    // An instant payment whose time is over is not sent any more.
    if (isTooLate(ctx, stored)) return found;
  }
  return submitInstruction(core, instruction);
}

export function isInstant({ productName }: PaymentHead): boolean {
  return findProduct(productName)?.product === 'instant-sepa-credit-transfers';
}

/** An instant payment, for which somebody waits. For an execution of a standing order nobody does: it has its day. */
function isUrgent(head: PaymentHead): boolean {
  return isInstant(head) && head.execution === undefined;
}

/** Returns whether the time of an instant payment is over; it runs from the approval, or from another moment. */
export function isTooLate({ clock }: Ctx, head: PaymentHead, since = head.approvedAt): boolean {
  if (since === undefined || !isUrgent(head)) return false;
  return clock.now().since(since).total('seconds') > instantSeconds;
}

/**
 * Stops a payment that must not be executed. The core may have one that was released: it is held back there first, and
 * what the core has done already stays done. An execution of a standing order is refused there in any case: a database
 * that is restored to a day before it would make it again.
 */
async function stop(ctx: Ctx, core: CoreBank, head: PaymentHead, reject: () => Promise<void>): Promise<void> {
  const { execution, paymentId } = head;
  if (head.releasedAt === undefined && execution === undefined) return reject();
  const answer = await cancelAtCore(ctx, core, paymentId);
  if (answer === 'away') await postpone(ctx, head, retryMinSeconds);
  if (answer === 'held-back') await reject();
}

/** Asks more and more rarely, the longer the core does not answer. */
export function waitAfter({ clock }: Ctx, { releasedAt = clock.now() }: PaymentHead): number {
  const seconds = clock.now().since(releasedAt).total('seconds') / 2;
  return Math.min(retryMaxSeconds, Math.max(retryMinSeconds, Math.round(seconds)));
}

/** Gives a payment back to the queue for a while. Only a lease changes, so nothing is audited: a core may be away for hours. */
async function postpone(
  { bankId, clock, db }: Ctx,
  { paymentId }: PaymentHead,
  seconds: number,
): Promise<void> {
  await postponePayment(db, { bankId, paymentId, until: clock.now().add({ seconds }) });
}

/** Lets a payment wait for money, which the third party can read. */
async function waitForFunds(ctx: Ctx, stored: StoredPayment): Promise<void> {
  if (stored.hasFunds !== false) await recordMissingFunds(ctx, stored.paymentId);
  await postpone(ctx, stored, fundsWaitSeconds);
}
