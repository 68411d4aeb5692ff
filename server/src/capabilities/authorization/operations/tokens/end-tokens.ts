import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { lockTokens, updateTokenAssignment } from '../../store/oath-tokens.store.ts';
import { voidChallenges } from '../../store/ocra-challenges.store.ts';

/**
 * Ends the tokens of a user, in the command that unpairs a device or closes the user; returns how many. Open challenges
 * of the device end as well.
 */
export async function endTokens(
  { bankId, clock }: Context,
  work: Work,
  { deviceId, userId }: { readonly userId: string; readonly deviceId?: string },
): Promise<number> {
  const now = clock.now();
  const tokens = await lockTokens(work, {
    bankId,
    userId,
    statuses: ['active', 'awaiting-confirmation', 'blocked'],
  });
  const ended = tokens.filter((token) => deviceId === undefined || token.deviceId === deviceId);
  for (const { tokenId } of ended)
    updateTokenAssignment(work, { bankId, tokenId, userId: undefined, status: 'ended', now });
  if (ended.length > 0) voidChallenges(work, { bankId, userId, now });
  return ended.length;
}
