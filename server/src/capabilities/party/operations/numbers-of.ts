import type { Reader } from '#platform/db/reader.ts';
import { listFormerNumbers, listSurvivors } from '../store/survivors.read.ts';

/**
 * Every number that the party behind a customer number has or had: that of the record that stayed first, then those of
 * the records merged into it. Whatever follows merges later may still stand under one of them. A number that no party
 * has is alone.
 */
export async function numbersOf(
  db: Reader,
  { bankId, customerNumber }: { readonly bankId: string; readonly customerNumber: string },
): Promise<readonly string[]> {
  const known = await listSurvivors(db, { bankId, partyNumbers: [customerNumber] });
  const partyNumber = known.get(customerNumber) ?? customerNumber;
  return [partyNumber, ...(await listFormerNumbers(db, { bankId, partyNumber }))];
}
