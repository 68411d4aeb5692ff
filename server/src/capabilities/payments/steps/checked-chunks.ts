import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Reader } from '#platform/db/reader.ts';
import { type CheckedChunk, countResults, type ListedPart, listedParts } from '../domain/bulk-check.ts';
import { entryNoIn } from '../domain/bulk-entries.ts';
import { type BulkEntry, chunkEntries } from '../domain/bulk-payment.ts';
import type { PayeeResult } from '../domain/payee-check.ts';
import { findCheckedChunk } from '../store/bulk-checks.store.ts';
import { findChunk } from '../store/bulk-entries.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import type { ChunkKey, PaymentsVault } from '../store/payments-vault.ts';
import { ChunkAltered, openChunk } from './open-chunk.ts';

/** Where the transfers and results of bulks are. */
export interface Source {
  readonly bankId: string;
  readonly db: Reader;
  readonly vault: PaymentsVault;
}

/** The results of a chunk as they are kept, and what the order has of them. */
export interface PackedResults {
  readonly chunk: CheckedChunk;
  readonly plain: Buffer;
}

export function packResults(results: readonly PayeeResult[]): PackedResults {
  const plain = Buffer.from(JSON.stringify(results));
  return { plain, chunk: { counts: countResults(results), hash: hash('sha256', plain, 'hex') } };
}

/** Opens the results of a chunk; undefined if it is not verified. */
async function openResults({ bankId, db, vault }: Source, key: ChunkKey): Promise<Buffer | undefined> {
  const sealed = await findCheckedChunk(db, { bankId, ...key });
  return sealed && vault.openResults(bankId, key, sealed);
}

function resultsIn(plain: Buffer): readonly PayeeResult[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this product
  return JSON.parse(plain.toString()) as readonly PayeeResult[];
}

/** Returns what the order of a bulk has of its results; undefined while a chunk is not verified. */
export async function summaryOf(
  source: Source,
  paymentId: string,
  count: number,
): Promise<readonly CheckedChunk[] | undefined> {
  const chunks: CheckedChunk[] = [];
  for (let chunkNo = 0; chunkNo * chunkEntries < count; chunkNo += 1) {
    const plain = await openResults(source, { paymentId, chunkNo });
    if (plain === undefined) return undefined;
    chunks.push(packResults(resultsIn(plain)).chunk);
    // Other requests are answered between two chunks.
    await setImmediate();
  }
  return chunks;
}

/** A transfer with the result for its payee. */
export interface CheckedEntry {
  readonly entryNo: number;
  readonly entry: BulkEntry;
  readonly result: PayeeResult;
}

/** Which transfers of a bulk are listed: sorted by these results, at most `max` after the first `from` ones. */
export interface CheckedList {
  readonly codes: readonly PayeeResult['code'][];
  readonly from: number;
  readonly max: number;
}

/**
 * Lists transfers of a bulk by the results for their payees. Throws `ChunkAltered` if transfers or results are not those of
 * the order.
 */
export async function listChecked(
  source: Source,
  stored: StoredBulk,
  list: CheckedList,
): Promise<readonly CheckedEntry[]> {
  const { paymentId } = stored;
  const chunks = stored.bulk.payeeCheck?.chunks ?? [];
  const parts = listedParts(chunks, list);
  const byPart = new Map<ListedPart, readonly CheckedEntry[]>();
  for (const [chunkNo, ofChunk] of Map.groupBy(parts, (part) => part.chunkNo)) {
    const key = { paymentId, chunkNo };
    const [chunk, plain] = await Promise.all([
      findChunk(source.db, { bankId: source.bankId, ...key }),
      openResults(source, key),
    ]);
    if (chunk === undefined || plain === undefined)
      throw new ChunkAltered(`chunk ${chunkNo} of payment ${paymentId} is gone`);
    if (hash('sha256', plain, 'hex') !== chunks[chunkNo]?.hash)
      throw new ChunkAltered(`results of chunk ${chunkNo} of payment ${paymentId}`);
    const checked = joined(chunkNo, openChunk(source.vault, source.bankId, stored, chunk), resultsIn(plain));
    for (const part of ofChunk)
      byPart.set(
        part,
        checked.filter(({ result }) => result.code === part.code).slice(part.from, part.until),
      );
    await setImmediate();
  }
  return parts.flatMap((part) => byPart.get(part) ?? []);
}

function joined(
  chunkNo: number,
  entries: readonly BulkEntry[],
  results: readonly PayeeResult[],
): readonly CheckedEntry[] {
  return entries.map((entry, index) => ({
    entryNo: entryNoIn(chunkNo, index),
    entry,
    result: results[index] ?? { code: 'NOAP' },
  }));
}
