import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { EntryCount } from '../domain/bulk-state.ts';
import { type PaymentReason, type PaymentStatus, paymentStatuses, reasonOf } from '../domain/payment.ts';
import type { PaymentKey } from './payments.store.ts';
import { rawQuery, tables } from './tables.ts';

/** The state of one transfer of a bulk. */
export interface EntryState {
  readonly paymentId: string;
  readonly entryNo: number;
  readonly entryId: string;
  readonly status: PaymentStatus;
  readonly reason: PaymentReason | undefined;
}

interface Row {
  readonly payment_id: string;
  readonly entry_no: number;
  readonly entry_id: string;
  readonly status: string;
  readonly reason: string | null;
}

function toState(row: Row): EntryState {
  return {
    paymentId: row.payment_id,
    entryNo: row.entry_no,
    entryId: row.entry_id,
    status: statusOf(row.status),
    reason: row.reason === null ? undefined : reasonOf(row.reason),
  };
}

function statusOf(text: string): PaymentStatus {
  const found = paymentStatuses.find((status) => status === text);
  if (found === undefined) throw new Error(`entry row has the unknown status ${text}`);
  return found;
}

interface NewEntries extends PaymentKey {
  readonly numbers: readonly number[];
  readonly entryIds: readonly string[];
  readonly status: string;
  readonly reason: string | null;
}

const insertRows = statement<NewEntries>('write')(
  ({ bankId, entryIds, numbers, paymentId, reason, status }) =>
    rawQuery(sql`
      insert into payments.bulk_entry (bank_id, payment_id, entry_no, entry_id, status, reason)
      select ${bankId}::text, ${paymentId}::uuid, e.entry_no, e.entry_id, ${status}::text, ${reason}::text
        from unnest(${numbers}::int[], ${entryIds}::uuid[]) as e (entry_no, entry_id)
      on conflict (bank_id, payment_id, entry_no) do nothing`),
);

/** Inserts the states of transfers that are about to be submitted, or that never will be. */
export function insertEntries(work: Writer, entries: NewEntries): void {
  work.write(insertRows(entries));
}

interface Range extends PaymentKey {
  readonly from: number;
  readonly until: number;
}

const rangeRows = statement<Range>()(({ bankId, from, paymentId, until }) =>
  rawQuery(sql<Row>`
    select payment_id, entry_no, entry_id, status, reason from payments.bulk_entry
     where bank_id = ${bankId} and payment_id = ${paymentId} and entry_no >= ${from} and entry_no < ${until}
     order by entry_no`),
);

/** Lists the states of transfers by their numbers. */
export async function listEntries(db: Reader, range: Range): Promise<readonly EntryState[]> {
  return (await db.rows(rangeRows(range))).map(toState);
}

const stoppedRows = statement<Range & { readonly listMax: number }>()(
  ({ bankId, from, listMax, paymentId, until }) =>
    rawQuery(sql<Row>`
      select payment_id, entry_no, entry_id, status, reason from payments.bulk_entry
       where bank_id = ${bankId} and payment_id = ${paymentId} and entry_no >= ${from} and entry_no < ${until}
         and status in ('RJCT', 'CANC')
       order by entry_no limit ${listMax}`),
);

/** Lists the transfers of a bulk that were rejected or cancelled. */
export async function listStoppedEntries(
  db: Reader,
  criteria: Range & { readonly listMax: number },
): Promise<readonly EntryState[]> {
  return (await db.rows(stoppedRows(criteria))).map(toState);
}

const findById = statement<{ readonly bankId: string; readonly entryId: string }>()(({ bankId, entryId }) =>
  rawQuery(sql<Row>`
    select payment_id, entry_no, entry_id, status, reason from payments.bulk_entry
     where bank_id = ${bankId} and entry_id = ${entryId}`),
);

/** Finds a transfer by the id of its instruction. */
export async function findEntry(
  db: Reader,
  key: { readonly bankId: string; readonly entryId: string },
): Promise<EntryState | undefined> {
  const row = await db.first(findById(key));
  return row && toState(row);
}

const lockById = statement<{ readonly bankId: string; readonly entryId: string }>('lock')(
  ({ bankId, entryId }) =>
    rawQuery(sql<Row>`
      select payment_id, entry_no, entry_id, status, reason from payments.bulk_entry
       where bank_id = ${bankId} and entry_id = ${entryId} for update`),
);

/** Locks a transfer by the id of its instruction. */
export async function lockEntry(
  work: Writer,
  key: { readonly bankId: string; readonly entryId: string },
): Promise<EntryState | undefined> {
  const row = await work.lock(lockById(key));
  return row && toState(row);
}

const countRows = statement<PaymentKey>()(({ bankId, paymentId }) =>
  rawQuery(sql<{ status: string; reason: string | null; count: number }>`
    select status, reason, count(*)::int as count from payments.bulk_entry
     where bank_id = ${bankId} and payment_id = ${paymentId}
     group by status, reason`),
);

/** Counts the transfers of a bulk by their states. */
export async function countEntries(db: Reader, key: PaymentKey): Promise<readonly EntryCount[]> {
  const rows = await db.rows(countRows(key));
  return rows.map(({ count, reason, status }) => ({
    status: statusOf(status),
    reason: reason === null ? undefined : reasonOf(reason),
    count,
  }));
}

/** What became of a transfer; saved only if its state is still the one that was read. */
export interface EntryChange {
  readonly entryNo: number;
  readonly before: PaymentStatus;
  readonly status: PaymentStatus;
  readonly reason: PaymentReason | undefined;
}

interface Changes extends PaymentKey {
  readonly numbers: readonly number[];
  readonly before: readonly string[];
  readonly statuses: readonly string[];
  readonly reasons: readonly (string | null)[];
}

const changeRows = statement<Changes>('write')(({ bankId, before, numbers, paymentId, reasons, statuses }) =>
  rawQuery(sql`
      update payments.bulk_entry e set status = c.status, reason = c.reason
        from unnest(${numbers}::int[], ${before}::text[], ${statuses}::text[], ${reasons}::text[])
          as c (entry_no, before, status, reason)
       where e.bank_id = ${bankId} and e.payment_id = ${paymentId}
         and e.entry_no = c.entry_no and e.status = c.before`),
);

/** Saves what became of transfers. Another process may have been faster: then its state stays, which is as new. */
export function updateEntries(work: Writer, key: PaymentKey, changes: readonly EntryChange[]): void {
  work.write(
    changeRows({
      ...key,
      numbers: changes.map(({ entryNo }) => entryNo),
      before: changes.map(({ before }) => before),
      statuses: changes.map(({ status }) => status),
      reasons: changes.map(({ reason }) => reason ?? null),
    }),
  );
}

/** A chunk of transfers. */
export interface Chunk {
  readonly chunkNo: number;
  readonly sealed: Buffer;
  /** From when on the core may have its transfers. */
  readonly startedAt: Temporal.Instant | undefined;
}

interface ChunkPlace extends PaymentKey {
  readonly chunkNo: number;
}

const findChunkRow = statement<ChunkPlace>()(({ bankId, chunkNo, paymentId }) =>
  tables
    .selectFrom('bulk_chunk')
    .select(['chunk_no', 'sealed_entries', 'started_at'])
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId)
    .where('chunk_no', '=', chunkNo),
);

export async function findChunk(db: Reader, place: ChunkPlace): Promise<Chunk | undefined> {
  const row = await db.first(findChunkRow(place));
  return row && toChunk(row);
}

const nextChunkRow = statement<PaymentKey>()(({ bankId, paymentId }) =>
  rawQuery(sql<{ chunk_no: number; sealed_entries: Buffer; started_at: Temporal.Instant | null }>`
    select chunk_no, sealed_entries, started_at from payments.bulk_chunk
     where bank_id = ${bankId} and payment_id = ${paymentId} and submitted_at is null
     order by chunk_no limit 1`),
);

/** Returns the first chunk that the core has not answered for completely. */
export async function findNextChunk(db: Reader, key: PaymentKey): Promise<Chunk | undefined> {
  const row = await db.first(nextChunkRow(key));
  return row && toChunk(row);
}

function toChunk(row: {
  readonly chunk_no: number;
  readonly sealed_entries: Buffer;
  readonly started_at: Temporal.Instant | null;
}): Chunk {
  return { chunkNo: row.chunk_no, sealed: row.sealed_entries, startedAt: row.started_at ?? undefined };
}

interface ChunkTime extends ChunkPlace {
  readonly now: Temporal.Instant;
}

const startRow = statement<ChunkTime>('write')(({ bankId, chunkNo, now, paymentId }) =>
  rawQuery(sql`
    update payments.bulk_chunk set started_at = coalesce(started_at, ${now}::timestamptz)
     where bank_id = ${bankId} and payment_id = ${paymentId} and chunk_no = ${chunkNo}`),
);

/** Records that the core may have the transfers of a chunk from now on. */
export function startChunk(work: Writer, chunk: ChunkTime): void {
  work.write(startRow(chunk));
}

const submittedRow = statement<ChunkTime>('write')(({ bankId, chunkNo, now, paymentId }) =>
  rawQuery(sql`
    update payments.bulk_chunk set submitted_at = ${now}::timestamptz
     where bank_id = ${bankId} and payment_id = ${paymentId} and chunk_no = ${chunkNo}`),
);

/** Records that the core has answered for all transfers of a chunk. */
export function completeChunk(work: Writer, chunk: ChunkTime): void {
  work.write(submittedRow(chunk));
}
