import { uuidFromText } from '#platform/kernel/ids.ts';
import { chunkEntries } from './bulk-payment.ts';

/** Returns the number of a transfer of a chunk; all count from zero. */
export function entryNoIn(chunkNo: number, index: number): number {
  return chunkNo * chunkEntries + index;
}

/** Returns the id of the instruction of a transfer. It follows from the bulk, so that it is the same after a restore. */
export function entryIdOf(paymentId: string, entryNo: number): string {
  return uuidFromText(`bulk-entry:${paymentId}:${entryNo}`);
}

/** Transfers of a chunk by number, with the ids of their instructions. */
export interface NumberedEntries {
  readonly numbers: readonly number[];
  readonly entryIds: readonly string[];
}

/** Returns the transfers of a chunk of a bulk that has this many. */
export function entriesOfChunk(paymentId: string, chunkNo: number, entryCount: number): NumberedEntries {
  const from = entryNoIn(chunkNo, 0);
  const length = Math.max(0, Math.min(chunkEntries, entryCount - from));
  const numbers = Array.from({ length }, (_, index) => from + index);
  return { numbers, entryIds: numbers.map((entryNo) => entryIdOf(paymentId, entryNo)) };
}
