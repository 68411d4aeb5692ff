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
  const known = await listSurvivors(db, { bankId, partyNumbers: [customerNumber] });
  const partyNumber = known.get(customerNumber) ?? customerNumber;
  return [partyNumber, ...(await listFormerNumbers(db, { bankId, partyNumber }))];
}
