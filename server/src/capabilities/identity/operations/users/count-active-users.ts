import { listPartyNumbers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { countActiveUsersOf } from '../../store/active-users.read.ts';

/**
 * Returns how many active users the party behind a customer number has, also before identity has handled its merges.
 * More than one is unusual: they are one person, and sign once.
 */
export async function countActiveUsers(
  db: Reader,
  { bankId, customerNumber }: { readonly bankId: string; readonly customerNumber: string },
): Promise<number> {
  const customerNumbers = await listPartyNumbers(db, { bankId, customerNumber });
  return countActiveUsersOf(db, { bankId, customerNumbers });
}
