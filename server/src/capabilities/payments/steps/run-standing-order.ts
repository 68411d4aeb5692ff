import { Temporal } from 'temporal-polyfill';
import type { CoreBank } from '#capabilities/core-banking/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { partIdOf } from '#platform/kernel/ids.ts';
import { nextPlannedDay, type Schedule, scheduleIn } from '#platform/kernel/schedule.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isSubmittable } from '../domain/payment.ts';
import { endOfOrder, firstPlannedDay } from '../domain/standing-order.ts';
import { executionStart } from '../domain/times.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { insertPayment, type NewPayment } from '../store/new-payments.store.ts';
import { findSealedPayment, lockPaymentHead, type StoredPayment } from '../store/payments.store.ts';
import {
  endStandingQueue,
  lockStandingState,
  moveStandingOrder,
  postponeStandingOrder,
} from '../store/standing-orders.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { today } from './bank-day.ts';
import { nextStandingDay } from './next-standing-day.ts';
import { openOrder } from './open-order.ts';
import { holdOf } from './payment-hold.ts';
import type { PaymentOrder, StandingOrder } from './payment-order.ts';
import { orderIn } from './payment-subject.ts';
import { rejectAltered, rejectPayment, releasePayment } from './release-payment.ts';
import { standingProgress } from './standing-progress.ts';
import { accountOf } from './submit-payment.ts';

type Ctx = Context & PaymentsPorts;

/** An approved standing order. */
interface RunningOrder {
  readonly stored: StoredPayment;
  readonly schedule: Schedule;
}

/** Waits for a core that is away, and for executions that have not ended. */
const retrySeconds = 60;
const endWaitSeconds = 3_600;

/**
 * Takes an approved standing order one step further: taken up, one day executed, moved to its next day, or ended. The
 * execution of a day is a payment of its own, which is submitted as any other one.
 */
export async function runStandingOrder(ctx: Ctx, core: CoreBank, paymentId: string): Promise<void> {
  const order = await takeUp(ctx, paymentId);
  if (order === 'away') return postpone(ctx, paymentId, retrySeconds);
  if (order === undefined) return;
  const { before, planned } = await plannedDayOf(ctx, order);
  const next = planned && (await nextStandingDay(ctx, core, { ...order, planned }));
  if (next === 'away') return postpone(ctx, paymentId, retrySeconds);
  if (next === undefined) return finish(ctx, order);
  const { day, step } = next;
  const { timeZone } = ctx.paymentsChoices.of(ctx.bankId);
  await (step.kind === 'execute'
    ? execute(ctx, order, { before, planned: day, executed: step.day })
    : move(ctx, paymentId, { before, plannedDate: day, dueAt: executionStart(step.until, timeZone) }));
}

/** Opens an approved order, and uses its signatures up when it is taken up for the first time. */
async function takeUp(ctx: Ctx, paymentId: string): Promise<RunningOrder | 'away' | undefined> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const key = { bankId, paymentId };
  const sealed = await findSealedPayment(db, vault, key);
  // Ended, or waiting for approvals again after a restore.
  if (sealed === undefined || !isSubmittable(sealed.head.status)) {
    await endStandingQueue(db, key);
    return undefined;
  }
  const stored = openOrder(ctx, sealed);
  const order = stored && orderIn(stored);
  const { owner } = sealed.head;
  if (stored?.schedule === undefined || order === undefined || owner === undefined) {
    await rejectAltered(ctx, paymentId);
    return undefined;
  }
  const running = { stored, schedule: scheduleIn(stored.schedule) };
  return stored.releasedAt === undefined ? release(ctx, running, { order, owner }) : running;
}

/**
 * Uses the signatures of an order up. One that restrictions hold by then is rejected: it has no day that it could wait for,
 * and days are not made up for. The third party does not learn why.
 */
async function release(
  ctx: Ctx,
  running: RunningOrder,
  { order, owner }: { readonly order: PaymentOrder | StandingOrder; readonly owner: string },
): Promise<RunningOrder | 'away' | undefined> {
  const account = await accountOf(ctx, running.stored, order);
  if (account === 'away') return account;
  if (account === 'gone') {
    // While it waited for approvals, its owner was merged, or the account got another owner.
    await rejectPayment(ctx, { paymentId: order.id, owner, service: 'periodic-payments', reason: 'AC01' });
    return undefined;
  }
  const hold = (db: Reader) => holdOf(ctx, db, { order, owner });
  if ((await hold(ctx.db)) !== undefined) {
    await rejectPayment(ctx, { paymentId: order.id, owner, service: 'periodic-payments', reason: 'MS03' });
    return undefined;
  }
  const released = await releasePayment(ctx, { order, owner, hold });
  return released && running;
}

/** Where an order is. */
interface Position {
  /** As it is stored. */
  readonly before: Temporal.PlainDate | undefined;
  /** The day that comes next; undefined after the last one. */
  readonly planned: Temporal.PlainDate | undefined;
}

async function plannedDayOf(ctx: Ctx, order: RunningOrder): Promise<Position> {
  const { bankId, clock, db, paymentsChoices } = ctx;
  const { paymentId, approvedAt = clock.now() } = order.stored;
  const { executed, open, plannedDate, stopped } = await standingProgress(db, { bankId, paymentId });
  if (plannedDate !== undefined) return { before: plannedDate, planned: plannedDate };
  if (executed + open + stopped > 0) return { before: undefined, planned: undefined };
  const { timeZone } = paymentsChoices.of(bankId);
  const from = approvedAt.toZonedDateTimeISO(timeZone).toPlainDate();
  return { before: undefined, planned: firstPlannedDay(order.schedule, from) };
}

/** A day that is executed: as it was planned, and as the calendar has it. */
interface ExecutedDay {
  readonly planned: Temporal.PlainDate;
  readonly executed: Temporal.PlainDate;
}

/**
 * Locks an order, and returns whether it is where this worker found it: it was not ended, and no other worker has moved
 * it after the lease of this one was over.
 */
async function isUnmoved(
  work: Work,
  key: { readonly bankId: string; readonly paymentId: string },
  before: Temporal.PlainDate | undefined,
): Promise<boolean> {
  const head = await lockPaymentHead(work, key);
  const state = await lockStandingState(work, key);
  if (head === undefined || !isSubmittable(head.status) || state === undefined) return false;
  return state.plannedDate?.toString() === before?.toString();
}

/** Starts the execution of a day, and moves the order to the next one: both or neither. */
async function execute(
  ctx: Ctx,
  { schedule, stored }: RunningOrder,
  { before, executed, planned }: ExecutedDay & { readonly before: Temporal.PlainDate | undefined },
): Promise<void> {
  const { bankId, clock, paymentsVault: vault } = ctx;
  const { paymentId } = stored;
  await runCommand(ctx, async (work) => {
    const isOver = !(await isUnmoved(work, { bankId, paymentId }, before));
    if (!isOver) {
      const days = { planned, executed, day: today(ctx) };
      insertPayment(work, vault, bankId, executionOf(stored, days, clock.now()));
      moveStandingOrder(work, {
        bankId,
        paymentId,
        plannedDate: nextPlannedDay(schedule, planned),
        dueAt: clock.now(),
      });
    }
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'executed-day', after: isOver ? null : planned.toString() }],
    });
  });
}

/** Returns the execution of a day: the payment of the order, under an id that follows from order and day. */
function executionOf(
  stored: StoredPayment,
  { day, executed, planned }: ExecutedDay & { readonly day: Temporal.PlainDate },
  now: Temporal.Instant,
): NewPayment {
  // The document was sent once, for the order.
  const { header: _, schedule: __, ...order } = stored;
  return {
    ...order,
    paymentId: partIdOf(order.paymentId, planned.toString()),
    service: 'standing-executions',
    execution: { orderId: order.paymentId, plannedDate: planned },
    format: 'json',
    status: 'ACTC',
    requestedDate: undefined,
    // An execution that is late has the whole day on which it is made.
    executionDate: Temporal.PlainDate.compare(executed, day) < 0 ? day : executed,
    document: undefined,
    hasFunds: undefined,
    dueAt: now,
    releasedAt: undefined,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1n,
  };
}

async function move(
  ctx: Ctx,
  paymentId: string,
  {
    before,
    dueAt,
    plannedDate,
  }: Pick<Parameters<typeof moveStandingOrder>[1], 'dueAt' | 'plannedDate'> & {
    readonly before: Temporal.PlainDate | undefined;
  },
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    if (await isUnmoved(work, { bankId, paymentId }, before))
      moveStandingOrder(work, { bankId, paymentId, plannedDate, dueAt });
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'planned-day', after: plannedDate?.toString() ?? null }],
    });
  });
}

async function postpone({ bankId, clock, db }: Ctx, paymentId: string, seconds: number): Promise<void> {
  await postponeStandingOrder(db, { bankId, paymentId, until: clock.now().add({ seconds }) });
}

/** Ends an order after its last day, when all executions have ended. */
async function finish(ctx: Ctx, { stored }: RunningOrder): Promise<void> {
  const { bankId, db } = ctx;
  const key = { bankId, paymentId: stored.paymentId };
  const { executed, open, stopped } = await standingProgress(db, key);
  if (open > 0) return postpone(ctx, stored.paymentId, endWaitSeconds);
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, key);
    if (head === undefined) throw new Error(`payment ${stored.paymentId} is gone`);
    const after = applyEvent(ctx, work, {
      head,
      event: { kind: 'entries', state: endOfOrder({ executed, stopped }) },
    });
    moveStandingOrder(work, { ...key, plannedDate: undefined, dueAt: undefined });
    auditChange(work, head, after ?? head);
  });
}
