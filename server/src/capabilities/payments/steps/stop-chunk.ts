import type { CoreBank } from '#capabilities/core-banking/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { entriesOfChunk, entryNoIn } from '../domain/bulk-entries.ts';
import { stopExtentOf } from '../domain/bulk-stop.ts';
import { isFinal, type PaymentReason } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import {
  completeChunk,
  type EntryState,
  findChunk,
  insertEntries,
  listEntries,
  startChunk,
  updateEntries,
} from '../store/bulk-entries.store.ts';
import { updateStoppedChunks } from '../store/bulk-payments.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { statusAt } from './ask-about-bulk.ts';
import { type CoreCancellation, cancelInstruction } from './cancel-at-core.ts';
import { changeAfterCancellation } from './entry-changes.ts';
import { callsMax } from './submit-chunk.ts';

type Ctx = Context & PaymentsPorts;

/** A stopped bulk, and the next of its chunks. */
export interface StoppedBulk {
  readonly stored: StoredBulk;
  readonly reason: PaymentReason;
  readonly chunkNo: number;
}

/** Less than the lease of a bulk by more than one call to the core lasts. */
const turnSecondsMax = 10;

/**
 * Takes a stop one chunk further, and returns whether it is done with that chunk. If none of its transfers was submitted,
 * all are rejected; otherwise the core decides about those that are not executed. What it has answered is saved, also if
 * it goes away in between.
 */
export async function stopChunk(
  ctx: Ctx,
  core: CoreBank,
  stopped: StoppedBulk,
): Promise<'done' | 'unfinished' | 'away'> {
  const { bankId, db } = ctx;
  const { chunkNo, stored } = stopped;
  const chunk = await findChunk(db, { bankId, paymentId: stored.paymentId, chunkNo });
  if (chunk?.startedAt !== undefined) return cancelChunk(ctx, core, stopped);
  await rejectChunk(ctx, stopped);
  return 'done';
}

/** Gives the transfers of a chunk that was not submitted a state. */
async function rejectChunk(ctx: Ctx, stopped: StoppedBulk): Promise<void> {
  const { chunkNo, reason, stored } = stopped;
  const { bulk, paymentId } = stored;
  const entries = entriesOfChunk(paymentId, chunkNo, bulk.count);
  await save(ctx, stopped, { stoppedCount: entries.numbers.length, isDone: true }, (work, key) => {
    insertEntries(work, { ...key, ...entries, status: 'RJCT', reason });
    startChunk(work, { ...key, chunkNo, now: ctx.clock.now() });
  });
}

/** Lets the core decide about transfers that it may have, some at a time. */
async function cancelChunk(
  ctx: Ctx,
  core: CoreBank,
  stopped: StoppedBulk,
): Promise<'done' | 'unfinished' | 'away'> {
  const { bankId, clock, db } = ctx;
  const { chunkNo, stored } = stopped;
  const [from, until] = [entryNoIn(chunkNo, 0), entryNoIn(chunkNo + 1, 0)];
  const states = await listEntries(db, { bankId, paymentId: stored.paymentId, from, until });
  const open = states.filter((state) => isConcerned(state, stopped));
  const endsAt = clock.now().add({ seconds: turnSecondsMax }).epochMilliseconds;
  const answers: CoreCancellation[] = [];
  while (
    answers.length < open.length &&
    !answers.includes('away') &&
    clock.now().epochMilliseconds <= endsAt
  ) {
    const part = open.slice(answers.length, answers.length + callsMax);
    answers.push(...(await Promise.all(part.map((state) => cancelEntry(core, state, stopped)))));
  }
  const isAway = answers.includes('away');
  const isDone = answers.length === open.length && !isAway;
  const changes = open.flatMap((state, index) =>
    changeAfterCancellation(state, answers[index] ?? 'away', stopped),
  );
  // A core may be away for hours: that alone is not audited.
  if (changes.length > 0 || isDone)
    await save(ctx, stopped, { stoppedCount: changes.length, isDone }, (work, key) => {
      if (changes.length > 0) updateEntries(work, key, changes);
    });
  if (isAway) return 'away';
  return isDone ? 'done' : 'unfinished';
}

/** A stop by restrictions concerns only what the core may not have. */
function isConcerned({ status }: EntryState, { reason }: StoppedBulk): boolean {
  return stopExtentOf(reason) === 'all' ? !isFinal(status) : status === 'ACTC';
}

async function cancelEntry(
  core: CoreBank,
  { entryId }: EntryState,
  { reason }: StoppedBulk,
): Promise<CoreCancellation> {
  if (stopExtentOf(reason) === 'all') return cancelInstruction(core, entryId);
  const status = await statusAt(core, entryId);
  if (status === undefined) return 'away';
  return status === 'not-known' ? cancelInstruction(core, entryId) : status;
}

async function save(
  ctx: Ctx,
  { chunkNo, reason, stored }: StoppedBulk,
  { isDone, stoppedCount }: { readonly stoppedCount: number; readonly isDone: boolean },
  write: (work: Work, key: { readonly bankId: string; readonly paymentId: string }) => void,
): Promise<void> {
  const key = { bankId: ctx.bankId, paymentId: stored.paymentId };
  await runCommand(ctx, async (work) => {
    write(work, key);
    if (isDone) {
      completeChunk(work, { ...key, chunkNo, now: ctx.clock.now() });
      updateStoppedChunks(work, { ...key, reason, stoppedChunks: chunkNo + 1 });
    }
    work.audit({
      aggregateKind: 'payment',
      aggregateId: stored.paymentId,
      changes: [
        { field: 'chunk', after: chunkNo },
        { field: 'entries-stopped', after: stoppedCount },
      ],
    });
  });
}
