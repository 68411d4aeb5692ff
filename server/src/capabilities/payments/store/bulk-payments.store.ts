import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { KeptBulk } from '../domain/bulk-payment.ts';
import { type PaymentReason, reasonOf } from '../domain/payment.ts';
import { insertSealedPayment, type SealedOrder } from './new-payments.store.ts';
import type { PaymentHead, PaymentKey, StoredBulk } from './payments.store.ts';
import type { PaymentsVault } from './payments-vault.ts';
import type { BulkPaymentTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A new bulk: its payment, its members and its transfers. */
export interface NewBulk {
  readonly head: PaymentHead;
  readonly bulk: KeptBulk;
  readonly chunks: readonly Uint8Array[];
  /** As submitted, compressed. */
  readonly document: Uint8Array;
}

const insertBulkRow = statement<Omit<BulkPaymentTable, 'stopped_chunks'>>('write')((row) =>
  tables.insertInto('bulk_payment').values({
    bank_id: row.bank_id,
    payment_id: row.payment_id,
    entry_count: row.entry_count,
    due_at: row.due_at,
    stop_reason: row.stop_reason,
  }),
);

interface NewChunk extends PaymentKey {
  readonly chunkNo: number;
  readonly sealed: Buffer;
}

/** One row for each statement: bytes go to the database as they are, those of a list would become text first. */
const insertChunkRow = statement<NewChunk>('write')(({ bankId, chunkNo, paymentId, sealed }) =>
  tables.insertInto('bulk_chunk').values({
    bank_id: bankId,
    payment_id: paymentId,
    chunk_no: chunkNo,
    sealed_entries: sealed,
  }),
);

/** A bulk whose parts are encrypted. */
export interface SealedBulk extends Pick<NewBulk, 'head'> {
  readonly count: number;
  readonly order: SealedOrder;
  readonly chunks: readonly Buffer[];
}

/** Chunks that are encrypted before other requests have their turn. */
const sealedAtOnce = 10;

/** Encrypts a bulk. Ten thousand transfers take a while, so that other requests are answered in between. */
export async function sealBulk(vault: PaymentsVault, bankId: string, bulk: NewBulk): Promise<SealedBulk> {
  const { head } = bulk;
  const { paymentId } = head;
  const sealedDocument = vault.sealCompressed(bankId, paymentId, bulk.document);
  const chunks: Buffer[] = [];
  for (const [chunkNo, entries] of bulk.chunks.entries()) {
    chunks.push(vault.sealChunk(bankId, { paymentId, chunkNo }, entries));
    if (chunkNo % sealedAtOnce === 0) await setImmediate();
  }
  return {
    head,
    count: bulk.bulk.count,
    order: {
      sealedPayment: vault.sealBulk(bankId, paymentId, bulk.bulk),
      sealedDocument,
      messageId: bulk.bulk.header?.messageId,
    },
    chunks,
  };
}

/** Inserts a bulk with its encrypted transfers. */
export function insertBulk(work: Writer, bankId: string, { chunks, count, head, order }: SealedBulk): void {
  const { paymentId } = head;
  insertSealedPayment(work, bankId, head, order);
  work.write(
    insertBulkRow({
      bank_id: bankId,
      payment_id: paymentId,
      entry_count: count,
      due_at: null,
      stop_reason: null,
    }),
  );
  for (const [chunkNo, sealed] of chunks.entries())
    work.write(insertChunkRow({ bankId, paymentId, chunkNo, sealed }));
}

const findDocumentRow = statement<PaymentKey>()(({ bankId, paymentId }) =>
  tables
    .selectFrom('payment')
    .select('sealed_document')
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId)
    .where('service', '=', 'bulk-payments'),
);

/** Returns the document of a bulk, compressed. */
export async function findBulkDocument(
  db: Reader,
  vault: PaymentsVault,
  { bankId, paymentId }: PaymentKey,
): Promise<Buffer | undefined> {
  const row = await db.first(findDocumentRow({ bankId, paymentId }));
  const sealed = row?.sealed_document ?? undefined;
  return sealed && vault.openCompressed(bankId, paymentId, sealed);
}

/** What the queue of bulks knows of one. */
export interface QueuedBulk {
  readonly entryCount: number;
  readonly stopReason: PaymentReason | undefined;
  /** How many chunks its stop is done with. */
  readonly stoppedChunks: number;
}

const queueColumns = ['entry_count', 'stop_reason', 'stopped_chunks'] as const;

const findQueuedRow = statement<PaymentKey>()(({ bankId, paymentId }) =>
  tables
    .selectFrom('bulk_payment')
    .select(queueColumns)
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

export async function findQueuedBulk(db: Reader, key: PaymentKey): Promise<QueuedBulk | undefined> {
  const row = await db.first(findQueuedRow(key));
  return row && toQueued(row);
}

const lockQueuedRow = statement<PaymentKey>('lock')(({ bankId, paymentId }) =>
  tables
    .selectFrom('bulk_payment')
    .select(queueColumns)
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId)
    .forUpdate(),
);

/** Locks a bulk in its queue: a chunk is begun before its stop, or not at all. */
export async function lockQueuedBulk(work: Writer, key: PaymentKey): Promise<QueuedBulk | undefined> {
  const row = await work.lock(lockQueuedRow(key));
  return row && toQueued(row);
}

function toQueued(row: {
  readonly entry_count: number;
  readonly stop_reason: string | null;
  readonly stopped_chunks: number;
}): QueuedBulk {
  return {
    entryCount: row.entry_count,
    stopReason: row.stop_reason === null ? undefined : reasonOf(row.stop_reason),
    stoppedChunks: row.stopped_chunks,
  };
}

interface DueTime extends PaymentKey {
  readonly dueAt: Temporal.Instant | null;
}

const queueRow = statement<DueTime>('write')(({ bankId, dueAt, paymentId }) =>
  tables
    .updateTable('bulk_payment')
    // A stop waits for no longer lease.
    .set({
      due_at: sql<Temporal.Instant | null>`case when stop_reason is null or ${dueAt}::timestamptz is null
        then ${dueAt}::timestamptz else least(due_at, ${dueAt}::timestamptz) end`,
    })
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

/** Puts a bulk into the queue of the worker, in the transaction of the caller. */
export function queueBulk(work: Writer, due: DueTime): void {
  work.write(queueRow(due), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

/** Prolongs the lease of a bulk, gives it back, or takes it out of the queue. */
export async function postponeBulk(db: Autocommit, due: DueTime): Promise<void> {
  await db.execute(queueRow(due));
}

interface Stop extends PaymentKey {
  readonly reason: string;
  readonly now: Temporal.Instant;
}

const stopRow = statement<Stop>('write')(({ bankId, now, paymentId, reason }) =>
  rawQuery(sql`
    update payments.bulk_payment
       set stop_reason = ${reason}::text, stopped_chunks = 0, due_at = ${now}::timestamptz
     where bank_id = ${bankId} and payment_id = ${paymentId}`),
);

/** Saves the stop of a locked bulk, which is due at once. */
export function updateStop(work: Writer, stop: Stop): void {
  work.write(stopRow(stop), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

interface StoppedChunks extends PaymentKey {
  readonly reason: string;
  readonly stoppedChunks: number;
}

const stoppedChunksRow = statement<StoppedChunks>('write')(({ bankId, paymentId, reason, stoppedChunks }) =>
  rawQuery(sql`
    update payments.bulk_payment set stopped_chunks = greatest(stopped_chunks, ${stoppedChunks}::int)
     where bank_id = ${bankId} and payment_id = ${paymentId} and stop_reason = ${reason}`),
);

/** Records how many chunks a stop is done with. Another stop that reaches further has begun from the first one again. */
export function updateStoppedChunks(work: Writer, stopped: StoppedChunks): void {
  work.write(stoppedChunksRow(stopped));
}

const updateOrder = statement<PaymentKey & { readonly sealed: Buffer }>('write')(
  ({ bankId, paymentId, sealed }) =>
    tables
      .updateTable('payment')
      .set({ sealed_payment: sealed })
      .where('bank_id', '=', bankId)
      .where('payment_id', '=', paymentId)
      .where('service', '=', 'bulk-payments'),
);

/** Replaces the order of a locked bulk, whose payees are verified or confirmed. */
export function replaceBulk(
  work: Writer,
  vault: PaymentsVault,
  bankId: string,
  { bulk, paymentId }: StoredBulk,
): void {
  const sealed = vault.sealBulk(bankId, paymentId, bulk);
  work.write(updateOrder({ bankId, paymentId, sealed }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

/** An array, not a list to join with: the planner would read the whole table for it while many are due. */
const claim = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ payment_id: string }>`
    update payments.bulk_payment set due_at = ${until}
     where bank_id = ${bankId} and payment_id = any(array(
       select payment_id from payments.bulk_payment
        where bank_id = ${bankId} and due_at <= ${now}
          and payment_id not in (select unnest(${except}::uuid[]))
        order by due_at limit ${listMax} for update skip locked))
    returning payment_id`),
);

/** Leases bulks that are due: until the given time no other worker gets them. */
export async function claimDueBulks(db: Autocommit, criteria: ClaimCriteria): Promise<readonly string[]> {
  return (await db.executeAll(claim(criteria))).map((row) => row.payment_id);
}
