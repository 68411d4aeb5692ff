import type { Reader } from '#platform/db/reader.ts';
import { listUserIdsOf } from '../../store/users.store.ts';

/** Lists the users of a customer by all numbers that it has or had, in the order of their ids. */
export async function listUserIds(
  db: Reader,
  { bankId, customerNumbers }: { readonly bankId: string; readonly customerNumbers: readonly string[] },
): Promise<readonly string[]> {
  const listed = await Promise.all(
    customerNumbers.map((customerNumber) => listUserIdsOf(db, { bankId, customerNumber })),
  );
  return [...new Set(listed.flat())].toSorted();
}
