import type { Reader } from '#platform/db/reader.ts';
import { type ListedRecord, listRecordsAfter } from '../../store/record-list.read.ts';

/**
 * Lists the records of a bank in the order of their numbers, page by page, for work that goes through all customers.
 * Records that were merged are listed too: what is kept under their number belongs to the surviving one. Decrypts nothing.
 */
export async function listRecords(
  db: Reader,
  { after, bankId, listMax }: { readonly bankId: string; readonly after: string; readonly listMax: number },
): Promise<readonly ListedRecord[]> {
  return listRecordsAfter(db, { bankId, after, listMax });
}
