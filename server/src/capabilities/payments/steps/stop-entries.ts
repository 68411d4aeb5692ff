import type { CoreBank } from '#capabilities/core-banking/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { coreEvent, isFinal, nextState, type PaymentReason } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import {
  completeChunk,
  type EntryChange,
  type EntryState,
  findNextChunk,
  insertEntries,
  listEntries,
  startChunk,
  updateEntries,
} from '../store/bulk-entries.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { entryNoIn } from './open-chunk.ts';
import { entryIdOf } from './submit-chunk.ts';
import { isInstant } from './submit-payment.ts';

type Ctx = Context & PaymentsPorts;

/** A bulk of which nothing more may be executed. */
export interface StoppedBulk {
  readonly stored: StoredBulk;
  readonly reason: PaymentReason;
}

/** Transfers of one step. */
const stepEntries = 100;

/**
 * Rejects the transfers of a bulk that the core does not have, and cancels at the core those that are not executed. The
 * core decides whether it is too late. A core that is away fails the step, which is repeated.
 */
export async function stopEntries(ctx: Ctx, core: CoreBank, stopped: StoppedBulk): Promise<void> {
  const { bankId, db } = ctx;
  const { paymentId } = stopped.stored;
  for (
    let chunk = await findNextChunk(db, { bankId, paymentId });
    chunk !== undefined;
    chunk = await findNextChunk(db, { bankId, paymentId })
  )
    await rejectChunk(ctx, stopped, chunk.chunkNo);
  for (let from = 0; from < stopped.stored.bulk.count; from += stepEntries)
    await cancelEntries(ctx, core, stopped, from);
}

/** Gives the transfers of a chunk that was not submitted a state; those that the core may have are cancelled there. */
async function rejectChunk(ctx: Ctx, { reason, stored }: StoppedBulk, chunkNo: number): Promise<void> {
  const { bankId, clock } = ctx;
  const { bulk, paymentId } = stored;
  const from = entryNoIn(chunkNo, 0);
  const count = Math.min(entryNoIn(chunkNo + 1, 0), bulk.count) - from;
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const chunk = { bankId, paymentId, chunkNo, now: clock.now() };
  await runCommand(ctx, async (work) => {
    insertEntries(work, {
      bankId,
      paymentId,
      numbers,
      entryIds: numbers.map((entryNo) => entryIdOf(paymentId, entryNo)),
      status: 'RJCT',
      reason,
    });
    startChunk(work, chunk);
    completeChunk(work, chunk);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'chunk', after: chunkNo },
        { field: 'stopped', after: reason },
      ],
    });
  });
}

async function cancelEntries(
  ctx: Ctx,
  core: CoreBank,
  { reason, stored }: StoppedBulk,
  from: number,
): Promise<void> {
  const { bankId, db } = ctx;
  const { paymentId } = stored;
  const states = await listEntries(db, { bankId, paymentId, from, until: from + stepEntries });
  const changes: EntryChange[] = [];
  for (const state of states.filter(({ status }) => !isFinal(status)))
    changes.push(...(await cancelEntry(core, state, { reason, isInstant: isInstant(stored) })));
  if (changes.length === 0) return;
  await runCommand(ctx, async (work) => {
    updateEntries(work, { bankId, paymentId }, changes);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'entries-stopped', after: changes.length }],
    });
  });
}

async function cancelEntry(
  core: CoreBank,
  { entryId, entryNo, status }: EntryState,
  { isInstant: instant, reason }: { readonly reason: PaymentReason; readonly isInstant: boolean },
): Promise<readonly EntryChange[]> {
  const answer = await core.cancel(entryId, entryId);
  // The core never had it, and refuses it if it arrives later.
  if (answer.status === undefined) return [{ entryNo, before: status, status: 'RJCT', reason }];
  const next = nextState(status, coreEvent(answer.status, instant));
  return next === undefined ? [] : [{ entryNo, before: status, ...next }];
}
