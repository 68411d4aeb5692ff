import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { lockTokens, updateTokenAssignment } from '../../store/oath-tokens.store.ts';
import { voidChallenges } from '../../store/ocra-challenges.store.ts';

/** The tokens of a device, and whether their codes count. */
export interface BlockTokens {
  readonly userId: string;
  readonly deviceId: string;
  readonly to: 'blocked' | 'active';
}

/** Blocks or unblocks the tokens of a device, in the command that does so with the device. Open challenges end. */
export async function blockTokens(
  { bankId, clock }: Context,
  work: Work,
  { deviceId, to, userId }: BlockTokens,
): Promise<void> {
  const now = clock.now();
  const from = to === 'blocked' ? 'active' : 'blocked';
  const tokens = await lockTokens(work, { bankId, userId, statuses: [from] });
  const changed = tokens.filter((token) => token.deviceId === deviceId);
  for (const { tokenId } of changed)
    updateTokenAssignment(work, { bankId, tokenId, userId: undefined, status: to, now });
  if (changed.length > 0 && to === 'blocked') voidChallenges(work, { bankId, userId, now });
}
