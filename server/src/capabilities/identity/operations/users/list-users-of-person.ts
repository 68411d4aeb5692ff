import { listPartyNumbers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { listUserIds } from './list-user-ids.ts';

/**
 * Lists the users of the person behind a user, in the order of their ids: all of the party that remained after merges,
 * closed ones included; of a user without a party only this one.
 */
export async function listUsersOfPerson(
  db: Reader,
  {
    bankId,
    customerNumber,
    userId,
  }: { readonly bankId: string; readonly userId: string; readonly customerNumber: string | undefined },
): Promise<readonly string[]> {
  if (customerNumber === undefined) return [userId];
  const customerNumbers = await listPartyNumbers(db, { bankId, customerNumber });
  const listed = await listUserIds(db, { bankId, customerNumbers });
  return [...new Set([...listed, userId])].toSorted();
}
