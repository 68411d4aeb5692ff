import { setImmediate } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import {
  type CoreBank,
  findOutcome,
  type Instruction,
  type Submission,
  submitInstruction,
} from '#capabilities/core-banking/index.ts';
import { uuidFromText } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { coreEvent, nextState } from '../domain/payment.ts';
import { findProduct, type PaymentProduct } from '../domain/products.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import {
  type Chunk,
  completeChunk,
  type EntryChange,
  type EntryState,
  insertEntries,
  listEntries,
  startChunk,
  updateEntries,
} from '../store/bulk-entries.store.ts';
import { findQueuedBulk, postponeBulk } from '../store/bulk-payments.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { entryOrder } from './bulk-order.ts';
import { entryNoIn, openChunk } from './open-chunk.ts';
import { instructionOf } from './payment-order.ts';

type Ctx = Context & PaymentsPorts;

/** Calls to the core at a time, for one bulk. */
const callsMax = 10;

/** For how long a worker has a bulk: longer than the calls that it makes at a time, after which it prolongs the lease. */
export const bulkLeaseSeconds = 30;
const prolongedAfterSeconds = 10;

/** A chunk of a released bulk. */
export interface ChunkExecution {
  readonly stored: StoredBulk;
  readonly chunk: Chunk;
  readonly account: PayerAccount;
}

/** Returns the id of the instruction of a transfer. It follows from the bulk, so that it is the same after a restore. */
export function entryIdOf(paymentId: string, entryNo: number): string {
  return uuidFromText(`bulk-entry:${paymentId}:${entryNo}`);
}

/**
 * Submits the transfers of a chunk, and returns whether the core has answered for each. What may be at the core is
 * recorded before the first call; a worker that takes over such a chunk asks the core first.
 */
export async function submitChunk(ctx: Ctx, core: CoreBank, execution: ChunkExecution): Promise<boolean> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const { chunk, stored } = execution;
  const { paymentId } = stored;
  const entries = openChunk(vault, bankId, stored, chunk);
  const from = entryNoIn(chunk.chunkNo, 0);
  if (!chunk.isStarted) await start(ctx, execution, entries.length);
  const states = await listEntries(db, { bankId, paymentId, from, until: from + entries.length });
  const instructions = instructionsOf(execution, entries);
  const open = states.filter(({ status }) => status === 'ACTC');
  const changes: EntryChange[] = [];
  let leasedAt = ctx.clock.now();
  for (let at = 0; at < open.length; at += callsMax) {
    const part = open.slice(at, at + callsMax);
    changes.push(...(await Promise.all(part.map((state) => submitEntry(core, state)))).flat());
    leasedAt = await prolongLease(ctx, paymentId, leasedAt);
    // A fraud report may have come meanwhile: the rest is not submitted.
    if ((await findQueuedBulk(db, { bankId, paymentId }))?.stopReason !== undefined) break;
    await setImmediate();
  }
  const isComplete = changes.length === open.length;
  await record(ctx, execution, { changes, isComplete });
  return isComplete;

  async function submitEntry(bank: CoreBank, state: EntryState): Promise<readonly EntryChange[]> {
    const instruction = instructions(state);
    const found = chunk.isStarted ? await findOutcome(bank, state.entryId) : 'not-sent';
    const outcome = found === 'not-sent' ? await submitInstruction(bank, instruction) : found;
    return changeAfter(state, outcome, instruction.product);
  }
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

async function start(ctx: Ctx, { chunk, stored }: ChunkExecution, count: number): Promise<void> {
  const { bankId, clock } = ctx;
  const { paymentId } = stored;
  const numbers = Array.from({ length: count }, (_, index) => entryNoIn(chunk.chunkNo, index));
  await runCommand(ctx, async (work) => {
    insertEntries(work, {
      bankId,
      paymentId,
      numbers,
      entryIds: numbers.map((entryNo) => entryIdOf(paymentId, entryNo)),
      status: 'ACTC',
      reason: null,
    });
    startChunk(work, { bankId, paymentId, chunkNo: chunk.chunkNo, now: clock.now() });
    auditChunk(work, paymentId, { chunk, started: count });
  });
}

function auditChunk(
  work: Parameters<Parameters<typeof runCommand>[1]>[0],
  paymentId: string,
  { chunk, started }: { readonly chunk: Chunk; readonly started: number },
): void {
  work.audit({
    aggregateKind: 'payment',
    aggregateId: paymentId,
    changes: [
      { field: 'chunk', after: chunk.chunkNo },
      { field: 'entries-started', after: started },
    ],
  });
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

/** Returns what the core says of a transfer; nothing if it did not answer. */
function changeAfter(
  { entryNo, status }: EntryState,
  outcome: Submission,
  product: PaymentProduct,
): readonly EntryChange[] {
  if (typeof outcome === 'string') return [];
  const next = nextState(status, coreEvent(outcome, product === 'instant-sepa-credit-transfers'));
  return next === undefined ? [] : [{ entryNo, before: status, ...next }];
}

/** Returns the instructions of a chunk by the state of the transfer, made from what was approved. */
function instructionsOf(
  { account, chunk, stored }: ChunkExecution,
  entries: ReturnType<typeof openChunk>,
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
