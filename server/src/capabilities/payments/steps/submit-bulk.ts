import { type CoreBank, CoreFailure } from '#capabilities/core-banking/index.ts';
import { totalsOf } from '#capabilities/sca/index.ts';
import { KeyUnknown, Unsealable } from '#platform/crypto/envelope.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isFinal, isSubmittable, type PaymentReason } from '../domain/payment.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { findNextChunk } from '../store/bulk-entries.store.ts';
import { findQueuedBulk, postponeBulk, stopBulk } from '../store/bulk-payments.store.ts';
import {
  findSealedPayment,
  lockPaymentHead,
  type SealedPayment,
  type StoredBulk,
} from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { bulkHoldOf } from './bulk-hold.ts';
import { bulkOrderIn } from './bulk-order.ts';
import { checkChunks } from './check-chunks.ts';
import { ChunkAltered } from './open-chunk.ts';
import { withEntryState } from './read-bulk-state.ts';
import { type CheckedBulk, releaseBulk } from './release-bulk.ts';
import { rejectAltered, rejectPayment } from './release-payment.ts';
import { type StoppedBulk, stopEntries } from './stop-entries.ts';
import { submitChunk } from './submit-chunk.ts';
import {
  accountOf,
  askFunds,
  fundsWaitSeconds,
  isDayOver,
  isInstant,
  recordMissingFunds,
  retryMinSeconds,
  waitAfter,
} from './submit-payment.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Takes an approved bulk one step further: released, one chunk submitted, recorded, or postponed. A step is short, so
 * that a large bulk delays no other one.
 */
export async function submitBulk(ctx: Ctx, core: CoreBank, paymentId: string): Promise<void> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId });
  if (sealed === undefined || isOver(sealed)) return leave(ctx, paymentId);
  const stored = await openBulk(ctx, sealed);
  if (stored === undefined) return;
  if (stored.releasedAt === undefined && (await release(ctx, core, stored)) === undefined) return;
  await continueBulk(ctx, core, stored);
}

/** Ended, or waiting for approvals again after a restore: the queue has nothing to do with it. */
function isOver({ head: { releasedAt, status } }: SealedPayment): boolean {
  return isFinal(status) || (releasedAt === undefined && !isSubmittable(status));
}

/** A bulk whose seal is broken is rejected: what was approved is not known any more. */
async function openBulk(ctx: Ctx, sealed: SealedPayment): Promise<StoredBulk | undefined> {
  try {
    return sealed.openBulk();
  } catch (error) {
    if (error instanceof KeyUnknown || sealed.head.releasedAt !== undefined) throw error;
    ctx.log.error(
      { bankId: ctx.bankId, aggregateKind: 'payment', aggregateId: sealed.head.paymentId, error },
      'the order of a bulk cannot be opened',
    );
    await rejectAltered(ctx, sealed.head.paymentId);
    return undefined;
  }
}

/** Submits the next chunk; after the last one, records the state that the transfers give the bulk. */
async function continueBulk(ctx: Ctx, core: CoreBank, stored: StoredBulk): Promise<void> {
  const { bankId, clock, db } = ctx;
  const { paymentId } = stored;
  const key = { bankId, paymentId };
  const { stopReason } = (await findQueuedBulk(db, key)) ?? {};
  if (stopReason !== undefined && !(await stop(ctx, core, { stored, reason: stopReason })))
    return postpone(ctx, paymentId, retryMinSeconds);
  const chunk = stopReason === undefined ? await findNextChunk(db, key) : undefined;
  if (chunk === undefined) return recordBulkState(ctx, stored);
  const account = await accountOf(ctx, stored, bulkOrderIn(stored));
  if (account === 'away') return postpone(ctx, paymentId, retryMinSeconds);
  // It was closed or has another owner. The next turn stops the bulk, and repeats that until the core answers.
  if (account === 'gone') return stopBulk(db, { ...key, reason: 'AC01', now: clock.now() });
  await recordProgress(ctx, stored);
  const isComplete = await submitChunk(ctx, core, { stored, chunk, account }).catch((error: unknown) =>
    stopIfAltered(ctx, paymentId, error),
  );
  await postponeBulk(db, {
    ...key,
    dueAt: isComplete ? clock.now() : clock.now().add({ seconds: waitAfter(ctx, stored) }),
  });
}

/** Returns false if the core is away; what it has is cancelled soon after. */
async function stop(ctx: Ctx, core: CoreBank, stopped: StoppedBulk): Promise<boolean> {
  try {
    await stopEntries(ctx, core, stopped);
    return true;
  } catch (error) {
    if (error instanceof CoreFailure) return false;
    throw error;
  }
}

/** Transfers that were changed after the release end the bulk: the others are rejected too. */
async function stopIfAltered(
  { bankId, clock, db, log }: Ctx,
  paymentId: string,
  error: unknown,
): Promise<true> {
  if (!isAltered(error)) throw error;
  log.error(
    { bankId, aggregateKind: 'payment', aggregateId: paymentId, error },
    'the transfers of a bulk are not those that were approved; it is stopped',
  );
  await stopBulk(db, { bankId, paymentId, reason: 'DS0C', now: clock.now() });
  return true;
}

/** A database that fails says nothing about the transfers, and a process that lacks a key cannot know. */
function isAltered(error: unknown): boolean {
  return (error instanceof ChunkAltered || error instanceof Unsealable) && !(error instanceof KeyUnknown);
}

/** Tells once that the execution has begun. */
async function recordProgress(ctx: Ctx, { paymentId, status }: StoredBulk): Promise<void> {
  if (isSubmittable(status)) await changeState(ctx, paymentId);
}

/** Records the state of a bulk; while it is open, the worker looks at it more and more rarely. */
async function recordBulkState(ctx: Ctx, stored: StoredBulk): Promise<void> {
  const { bankId, db } = ctx;
  const now = await withEntryState(db, bankId, stored);
  if (now.status !== stored.status) await changeState(ctx, stored.paymentId);
  if (isFinal(now.status)) return leave(ctx, stored.paymentId);
  await postpone(ctx, stored.paymentId, waitAfter(ctx, stored));
}

async function changeState(ctx: Ctx, paymentId: string): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const { reason, status } = await withEntryState(work, bankId, head);
    const after = applyEvent(ctx, work, { head, event: { kind: 'entries', state: { status, reason } } });
    auditChange(work, head, after ?? head);
  });
}

/** Releases a bulk; undefined if it was rejected or postponed instead. */
async function release(ctx: Ctx, core: CoreBank, stored: StoredBulk): Promise<StoredBulk | undefined> {
  const checked = await checkBulk(ctx, stored);
  if (checked === undefined || (await isHeld(ctx, stored, checked))) return undefined;
  const account = await accountOf(ctx, stored, checked.order);
  if (typeof account === 'string') {
    await (account === 'away'
      ? postpone(ctx, stored.paymentId, retryMinSeconds)
      : reject(ctx, stored, checked.owner, 'AC01'));
    return undefined;
  }
  if (!(await hasFunds(ctx, core, { stored, checked, account }))) return undefined;
  const released = await releaseBulk(ctx, checked);
  return released && { ...stored, ...released };
}

/** Computes the order anew, and opens every transfer that it covers. */
async function checkBulk(ctx: Ctx, stored: StoredBulk): Promise<CheckedBulk | undefined> {
  const { owner, paymentId } = stored;
  try {
    if (owner === undefined) throw new ChunkAltered(`payment ${paymentId} has no owner`);
    return { order: bulkOrderIn(stored), owner, creditors: await checkChunks(ctx, stored) };
  } catch (error) {
    if (!isAltered(error)) throw error;
    ctx.log.error(
      { bankId: ctx.bankId, aggregateKind: 'payment', aggregateId: paymentId, error },
      'the transfers of a bulk are not those that were approved',
    );
    await rejectAltered(ctx, paymentId);
    return undefined;
  }
}

/** Restrictions of the owner hold a bulk: it waits until the end of its day, as one without funds does. */
async function isHeld(ctx: Ctx, stored: StoredBulk, checked: CheckedBulk): Promise<boolean> {
  if ((await bulkHoldOf(ctx, ctx.db, checked)) === undefined) return false;
  if (isInstant(stored) || isDayOver(ctx, stored)) await reject(ctx, stored, checked.owner, 'MS03');
  else await postpone(ctx, stored.paymentId, fundsWaitSeconds);
  return true;
}

/** Asks whether the totals can be spent. A transfer that lacks funds later is rejected by the core alone. */
async function hasFunds(
  ctx: Ctx,
  core: CoreBank,
  {
    account,
    checked,
    stored,
  }: { readonly stored: StoredBulk; readonly checked: CheckedBulk; readonly account: PayerAccount },
): Promise<boolean> {
  const totals = totalsOf(checked.order);
  const answers = await Promise.all(totals.map((total) => askFunds(core, account.accountId, total)));
  if (answers.every((answer) => answer === true)) return true;
  if (answers.includes(undefined)) await postpone(ctx, stored.paymentId, retryMinSeconds);
  else if (stored.isRejectedWithoutFunds || isInstant(stored) || isDayOver(ctx, stored))
    await reject(ctx, stored, checked.owner, 'AM04');
  else {
    if (stored.hasFunds !== false) await recordMissingFunds(ctx, stored.paymentId);
    await postpone(ctx, stored.paymentId, fundsWaitSeconds);
  }
  return false;
}

async function reject(
  ctx: Ctx,
  { paymentId, service }: StoredBulk,
  owner: string,
  reason: PaymentReason,
): Promise<void> {
  await rejectPayment(ctx, { paymentId, owner, reason, service });
}

async function postpone({ bankId, clock, db }: Ctx, paymentId: string, seconds: number): Promise<void> {
  await postponeBulk(db, { bankId, paymentId, dueAt: clock.now().add({ seconds }) });
}

/** Takes a bulk out of the queue. */
async function leave({ bankId, db }: Ctx, paymentId: string): Promise<void> {
  await postponeBulk(db, { bankId, paymentId, dueAt: null });
}
