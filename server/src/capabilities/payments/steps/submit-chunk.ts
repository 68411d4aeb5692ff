import { setImmediate } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import {
  type CoreBank,
  findOutcome,
  type Instruction,
  submitInstruction,
} from '#capabilities/core-banking/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { entryNoIn } from '../domain/bulk-entries.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import { findProduct } from '../domain/products.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import {
  type Chunk,
  completeChunk,
  type EntryChange,
  type EntryState,
  listEntries,
  updateEntries,
} from '../store/bulk-entries.store.ts';
import { findQueuedBulk, postponeBulk } from '../store/bulk-payments.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { beginChunk } from './begin-chunk.ts';
import { entryOrder } from './bulk-order.ts';
import { cancelInstruction } from './cancel-at-core.ts';
import { changeAfterCancellation, changeAfterSubmission } from './entry-changes.ts';
import { openChunk } from './open-chunk.ts';
import { instructionOf } from './payment-order.ts';
import { isTooLate } from './submit-payment.ts';

type Ctx = Context & PaymentsPorts;

/** Calls to the core at a time, for one bulk. */
export const callsMax = 10;

/** For how long a worker has a bulk: longer than the calls that it makes at a time, after which it prolongs the lease. */
export const bulkLeaseSeconds = 30;
const prolongedAfterSeconds = 10;

/** A chunk of a released bulk. */
export interface ChunkExecution {
  readonly stored: StoredBulk;
  readonly chunk: Chunk;
  readonly account: PayerAccount;
}

/**
 * Submits the transfers of a chunk: `complete` if the core has answered for each, `held` if restrictions keep it from
 * being begun, `stopped` if the bulk was stopped meanwhile. What may be at the core is recorded before the first call; a
 * worker that takes over such a chunk asks the core first.
 */
export async function submitChunk(
  ctx: Ctx,
  core: CoreBank,
  execution: ChunkExecution,
): Promise<'complete' | 'incomplete' | 'held' | 'stopped'> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const { chunk, stored } = execution;
  const { paymentId } = stored;
  const entries = openChunk(vault, bankId, stored, chunk);
  const begun = chunk.startedAt ?? (await beginChunk(ctx, { stored, chunk, entries }));
  if (typeof begun === 'string') return begun;
  const from = entryNoIn(chunk.chunkNo, 0);
  const states = await listEntries(db, { bankId, paymentId, from, until: from + entries.length });
  const open = states.filter(({ status }) => status === 'ACTC');
  const instructions = instructionsOf(execution, entries);
  const changes: EntryChange[] = [];
  let leasedAt = ctx.clock.now();
  for (let at = 0; at < open.length; at += callsMax) {
    const part = open.slice(at, at + callsMax);
    const isLate = isTooLate(ctx, stored, begun);
    const submitted = part.map((state) =>
      submitEntry(core, {
        stored,
        state,
        instruction: instructions(state),
        isAsked: chunk.startedAt !== undefined,
        isLate,
      }),
    );
    changes.push(...(await Promise.all(submitted)).flat());
    leasedAt = await prolongLease(ctx, paymentId, leasedAt);
    // A fraud report may have come meanwhile: the rest is not submitted.
    if ((await findQueuedBulk(db, { bankId, paymentId }))?.stopReason !== undefined) break;
    await setImmediate();
  }
  const isComplete = changes.length === open.length;
  await record(ctx, execution, { changes, isComplete });
  return isComplete ? 'complete' : 'incomplete';
}

/** A transfer that is about to be submitted. */
interface EntrySubmission {
  readonly stored: StoredBulk;
  readonly state: EntryState;
  readonly instruction: Instruction;
  /** Another worker may have submitted it. */
  readonly isAsked: boolean;
  /** It is instant, and its time is over. */
  readonly isLate: boolean;
}

/** Submits a transfer. One that the core does not have although its time is over is held back there and rejected. */
async function submitEntry(
  core: CoreBank,
  { instruction, isAsked, isLate, state, stored }: EntrySubmission,
): Promise<readonly EntryChange[]> {
  const found = isAsked ? await findOutcome(core, state.entryId) : 'not-sent';
  if (found !== 'not-sent') return changeAfterSubmission(state, found, stored);
  if (isLate)
    return changeAfterCancellation(state, await cancelInstruction(core, state.entryId), {
      stored,
      reason: 'TM01',
    });
  return changeAfterSubmission(state, await submitInstruction(core, instruction), stored);
}

/** A slow core may need longer than the lease for a whole chunk. */
async function prolongLease(
  { bankId, clock, db }: Ctx,
  paymentId: string,
  leasedAt: Temporal.Instant,
): Promise<Temporal.Instant> {
  const now = clock.now();
  if (now.since(leasedAt).total('seconds') < prolongedAfterSeconds) return leasedAt;
  await postponeBulk(db, { bankId, paymentId, dueAt: now.add({ seconds: bulkLeaseSeconds }) });
  return now;
}

async function record(
  ctx: Ctx,
  { chunk, stored }: ChunkExecution,
  { changes, isComplete }: { readonly changes: readonly EntryChange[]; readonly isComplete: boolean },
): Promise<void> {
  const { bankId, clock } = ctx;
  const { paymentId } = stored;
  const { chunkNo } = chunk;
  await runCommand(ctx, async (work) => {
    if (changes.length > 0) updateEntries(work, { bankId, paymentId }, changes);
    if (isComplete) completeChunk(work, { bankId, paymentId, chunkNo, now: clock.now() });
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'chunk', after: chunkNo },
        { field: 'entries-submitted', after: changes.length },
        { field: 'entries-rejected', after: changes.filter(({ status }) => status === 'RJCT').length },
      ],
    });
  });
}

/** Returns the instructions of a chunk by the state of the transfer, made from what was approved. */
function instructionsOf(
  { account, chunk, stored }: ChunkExecution,
  entries: readonly BulkEntry[],
): (state: EntryState) => Instruction {
  const named = findProduct(stored.productName);
  if (named === undefined) throw new Error(`payment ${stored.paymentId} has an unknown product`);
  const from = entryNoIn(chunk.chunkNo, 0);
  return ({ entryId, entryNo }) => {
    const entry = entries[entryNo - from];
    if (entry === undefined) throw new Error(`payment ${stored.paymentId} has no transfer ${entryNo}`);
    return instructionOf(entryOrder(stored, entryId, entry), {
      product: named.product,
      debtorAccountId: account.accountId,
    });
  };
}
