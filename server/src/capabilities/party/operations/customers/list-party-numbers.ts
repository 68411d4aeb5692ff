import type { Reader } from '#platform/db/reader.ts';
import { listFormerNumbers, listSurvivors } from '../../store/survivors.read.ts';

/**
 * Lists every number that the party behind a customer number has or had: the surviving record first, then the records
 * merged into it. Data of capabilities that process a merge later may still be stored under a former number. Returns
 * an unknown number unchanged.
 */
export async function listPartyNumbers(
  db: Reader,
  { bankId, customerNumber }: { readonly bankId: string; readonly customerNumber: string },
): Promise<readonly string[]> {
  // Few numbers are those of merged records, so both are asked for in one round trip.
  const [known, former] = await Promise.all([
    listSurvivors(db, { bankId, partyNumbers: [customerNumber] }),
    listFormerNumbers(db, { bankId, partyNumber: customerNumber }),
  ]);
  const partyNumber = known.get(customerNumber) ?? customerNumber;
  if (partyNumber === customerNumber) return [partyNumber, ...former];
  return [partyNumber, ...(await listFormerNumbers(db, { bankId, partyNumber }))];
}
