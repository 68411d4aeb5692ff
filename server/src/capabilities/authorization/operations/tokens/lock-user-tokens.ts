import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { lockTokens } from '../../store/oath-tokens.store.ts';

/** Locks the tokens of a user, in a command that decides about a device: tokens are locked before devices. */
export async function lockUserTokens(
  { bankId }: Context,
  work: Work,
  { userId }: { readonly userId: string },
): Promise<void> {
  await lockTokens(work, { bankId, userId, statuses: ['active', 'awaiting-confirmation', 'blocked'] });
}
