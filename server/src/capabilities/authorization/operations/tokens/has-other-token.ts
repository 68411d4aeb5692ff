import type { Reader } from '#platform/db/reader.ts';
import { listTokens } from '../../store/oath-tokens.store.ts';

/** Returns whether a user has an active token that does not belong to this device. */
export async function hasOtherToken(
  db: Reader,
  {
    bankId,
    deviceId,
    userId,
  }: { readonly bankId: string; readonly userId: string; readonly deviceId: string },
): Promise<boolean> {
  const tokens = await listTokens(db, { bankId, userId, statuses: ['active'] });
  return tokens.some((token) => token.deviceId !== deviceId);
}
