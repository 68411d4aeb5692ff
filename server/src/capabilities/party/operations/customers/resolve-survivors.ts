import type { Reader } from '#platform/db/reader.ts';
import { listSurvivors } from '../../store/survivors.read.ts';

/**
 * Resolves each customer number to the number of the surviving record after merges. An unknown number resolves to
 * itself. Reads through the transaction of the caller.
 */
export async function resolveSurvivors(
  db: Reader,
  { bankId, customerNumbers }: { readonly bankId: string; readonly customerNumbers: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const partyNumbers = [...new Set(customerNumbers)];
  if (partyNumbers.length === 0) return new Map();
  const known = await listSurvivors(db, { bankId, partyNumbers });
  return new Map(partyNumbers.map((number) => [number, known.get(number) ?? number]));
}
