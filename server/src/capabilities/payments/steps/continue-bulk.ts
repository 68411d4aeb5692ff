import type { CoreBank } from '#capabilities/core-banking/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isFinal, isSubmittable, type PaymentReason } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { type Chunk, findNextChunk } from '../store/bulk-entries.store.ts';
import { findQueuedBulk } from '../store/bulk-payments.store.ts';
import { lockPaymentHead, type StoredBulk } from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { bulkOrderIn } from './bulk-order.ts';
import { isAltered } from './open-chunk.ts';
import { leaveQueue, postpone } from './postpone-bulk.ts';
import { withEntryState } from './read-bulk-state.ts';
import { stopBulk } from './stop-bulk.ts';
import { stopChunk } from './stop-chunk.ts';
import { submitChunk } from './submit-chunk.ts';
import {
  accountOf,
  fundsWaitSeconds,
  isDayOver,
  isInstant,
  retryMinSeconds,
  waitAfter,
} from './submit-payment.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Takes a released bulk one chunk further, which is submitted or, after a stop, rejected or cancelled. After the last one,
 * the state that the transfers give the bulk is recorded.
 */
export async function continueBulk(ctx: Ctx, core: CoreBank, stored: StoredBulk): Promise<void> {
  const { bankId, db } = ctx;
  const key = { bankId, paymentId: stored.paymentId };
  const { stopReason, stoppedChunks = 0 } = (await findQueuedBulk(db, key)) ?? {};
  if (stopReason !== undefined)
    return continueStop(ctx, core, { stored, reason: stopReason, chunkNo: stoppedChunks });
  const chunk = await findNextChunk(db, key);
  return chunk === undefined ? recordBulkState(ctx, stored) : continueChunk(ctx, core, { stored, chunk });
}

async function continueStop(
  ctx: Ctx,
  core: CoreBank,
  stopped: { readonly stored: StoredBulk; readonly reason: PaymentReason; readonly chunkNo: number },
): Promise<void> {
  const { chunkNo, stored } = stopped;
  if (chunkNo >= stored.bulk.chunkHashes.length) return recordBulkState(ctx, stored);
  const outcome = await stopChunk(ctx, core, stopped);
  await postpone(ctx, stored.paymentId, outcome === 'away' ? retryMinSeconds : 0);
}

async function continueChunk(
  ctx: Ctx,
  core: CoreBank,
  { chunk, stored }: { readonly stored: StoredBulk; readonly chunk: Chunk },
): Promise<void> {
  const { paymentId } = stored;
  const account = await accountOf(ctx, stored, bulkOrderIn(stored));
  if (account === 'away') return postpone(ctx, paymentId, retryMinSeconds);
  // It was closed or has another owner.
  if (account === 'gone') return stopBulk(ctx, { paymentId, reason: 'AC01' });
  await recordProgress(ctx, stored);
  const outcome = await submitChunk(ctx, core, { stored, chunk, account }).catch((error: unknown) =>
    stopIfAltered(ctx, paymentId, error),
  );
  if (outcome === 'held') return waitOrStop(ctx, stored);
  await postpone(ctx, paymentId, outcome === 'incomplete' ? waitAfter(ctx, stored) : 0);
}

/** Restrictions hold the rest of a bulk: it waits until the end of its day, as before its release, and is then rejected. */
async function waitOrStop(ctx: Ctx, stored: StoredBulk): Promise<void> {
  const { paymentId } = stored;
  if (isInstant(stored) || isDayOver(ctx, stored)) return stopBulk(ctx, { paymentId, reason: 'MS03' });
  await postpone(ctx, paymentId, fundsWaitSeconds);
}

/** Transfers that were changed after the release end the bulk: the others are rejected too. */
async function stopIfAltered(ctx: Ctx, paymentId: string, error: unknown): Promise<'stopped'> {
  if (!isAltered(error)) throw error;
  ctx.log.error(
    { bankId: ctx.bankId, aggregateKind: 'payment', aggregateId: paymentId, error },
    'the transfers of a bulk are not those that were approved; it is stopped',
  );
  await stopBulk(ctx, { paymentId, reason: 'DS0C' });
  return 'stopped';
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
  if (isFinal(now.status)) return leaveQueue(ctx, stored.paymentId);
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
