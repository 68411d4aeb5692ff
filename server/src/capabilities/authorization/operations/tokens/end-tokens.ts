import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { destroySeed, lockTokens, updateTokenAssignment } from '../../store/oath-tokens.store.ts';
import { voidChallenges } from '../../store/ocra-challenges.store.ts';

/**
 * Ends the tokens of a user, in the command that unpairs a device or closes the user; returns how many. The seeds of
 * devices are destroyed; those of hardware tokens stay, because a later delivery must not repeat one. Open challenges of
 * the user end as well.
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
  for (const token of ended) {
    const { tokenId } = token;
    updateTokenAssignment(work, { bankId, tokenId, userId: undefined, status: 'ended', now });
    if (token.deviceId !== undefined) destroySeed(work, { bankId, tokenId });
  }
  if (ended.length > 0) voidChallenges(work, { bankId, userId, now });
  return ended.length;
}
