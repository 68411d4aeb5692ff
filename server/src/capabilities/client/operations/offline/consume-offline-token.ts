import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ReadOfflineToken } from '../../engine/offline/offline-token.ts';
import { consumeOfflineLogin } from '../../store/offline-logins.store.ts';

/** Uses an offline sign-in in the caller's transaction; returns false if it was used before, has expired or was voided. */
export async function consumeOfflineToken(
  { bankId, clock }: Context,
  work: Work,
  { offlineLoginId, userId }: ReadOfflineToken,
): Promise<boolean> {
  const key = { bankId, offlineLoginId, userId, now: clock.now() };
  return (await consumeOfflineLogin(work, key)) !== undefined;
}
