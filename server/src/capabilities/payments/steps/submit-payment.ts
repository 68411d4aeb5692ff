import { Temporal } from 'temporal-polyfill';
import {
  type Cancellation,
  type CoreBank,
  CoreFailure,
  findOutcome,
  type Submission,
  submitInstruction,
} from '#capabilities/core-banking/index.ts';
import { KeyUnknown } from '#platform/crypto/envelope.ts';
import type { Money } from '#platform/kernel/money.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isSubmittable } from '../domain/payment.ts';
import { findProduct } from '../domain/products.ts';
import { endOfDay } from '../domain/times.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { postponePayment } from '../store/due-payments.store.ts';
import {
  findSealedPayment,
  lockPaymentHead,
  type PaymentHead,
  type StoredPayment,
  updatePayment,
} from '../store/payments.store.ts';
import { holdOf } from './payment-hold.ts';
import { instructionOf, type PaymentOrder } from './payment-order.ts';
import { orderIn } from './payment-subject.ts';
import { recordCoreState } from './record-core-state.ts';
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
  const { order, owner, stored } = execution;
  const isReleased = stored.releasedAt !== undefined;
  if (!isReleased && !(await hasFunds(ctx, core, execution))) return;
  const released = isReleased
    ? stored
    : await releasePayment(ctx, { order, owner, hold: (work) => holdOf(ctx, work, { order, owner }) });
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

/** Returns what is to be executed; undefined if the payment was rejected or postponed instead. */
async function prepareExecution(ctx: Ctx, core: CoreBank, paymentId: string): Promise<Execution | undefined> {
  const stored = await openPayment(ctx, core, paymentId);
  if (stored === undefined) return undefined;
  const order = orderIn(stored);
  const { owner } = stored;
  if (order === undefined || owner === undefined) {
    await stop(ctx, core, stored, () => rejectAltered(ctx, paymentId));
    return undefined;
  }
  // The core never had it, so nothing has to be held back there, and no core that is away delays the answer.
  if (stored.releasedAt === undefined && isTooLate(ctx, stored)) {
    await rejectPayment(ctx, { paymentId, owner, reason: 'TM01' });
    return undefined;
  }
  if (stored.releasedAt === undefined && (await isHeld(ctx, { stored, order, owner }))) return undefined;
  const account = await accountOf(ctx, stored, order);
  if (typeof account !== 'string') return { stored, order, owner, account };
  await (account === 'away'
    ? postpone(ctx, stored, retryMinSeconds)
    : stop(ctx, core, stored, () => rejectPayment(ctx, { paymentId, owner, reason: 'AC01' })));
  return undefined;
}

/**
 * Returns whether restrictions of the owner hold a payment: then it waits until the end of its day, as one without funds
 * does, or it is rejected. The third party does not learn why. `releasePayment` asks again under the lock of the client.
 */
async function isHeld(ctx: Ctx, { order, owner, stored }: Omit<Execution, 'account'>): Promise<boolean> {
  const hold = await holdOf(ctx, ctx.db, { order, owner });
  if (hold === undefined) return false;
  if (isInstant(stored) || isDayOver(ctx, stored))
    await rejectPayment(ctx, { paymentId: stored.paymentId, owner, reason: 'MS03' });
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
  const { bankId, db, log, paymentsVault: vault } = ctx;
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId });
  if (sealed === undefined || !isSubmittable(sealed.head.status)) return undefined;
  try {
    return sealed.open();
  } catch (error) {
    if (error instanceof KeyUnknown) throw error;
    log.error(
      { bankId, aggregateKind: 'payment', aggregateId: paymentId, error },
      'the order of a payment cannot be opened',
    );
    await stop(ctx, core, sealed.head, () => rejectAltered(ctx, paymentId));
    return undefined;
  }
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
  if (isRejectedWithoutFunds || isInstant(stored) || isDayOver(ctx, stored))
    await rejectPayment(ctx, { paymentId, owner, reason: 'AM04' });
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

function isTooLate({ clock }: Ctx, head: PaymentHead): boolean {
  const { approvedAt } = head;
  if (approvedAt === undefined || !isInstant(head)) return false;
  return clock.now().since(approvedAt).total('seconds') > instantSeconds;
}

/**
 * Stops a payment that must not be executed. The core may have one that was released: it is held back there first, and
 * what the core has done already stays done.
 */
async function stop(ctx: Ctx, core: CoreBank, head: PaymentHead, reject: () => Promise<void>): Promise<void> {
  const { paymentId } = head;
  if (head.releasedAt === undefined) return reject();
  const held = await holdBack(core, paymentId);
  if (held === 'away') return postpone(ctx, head, retryMinSeconds);
  if (held.status !== undefined) return recordCoreState(ctx, { ...held.status, paymentId });
  await reject();
}

async function holdBack(core: CoreBank, paymentId: string): Promise<Cancellation | 'away'> {
  try {
    return await core.cancel(paymentId, paymentId);
  } catch (error) {
    if (error instanceof CoreFailure) return 'away';
    throw error;
  }
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

export async function recordMissingFunds(ctx: Ctx, paymentId: string): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'has-funds', before: head.hasFunds ?? null, after: false }],
    });
    updatePayment(work, bankId, { head: { ...head, hasFunds: false }, now: clock.now() });
  });
}
