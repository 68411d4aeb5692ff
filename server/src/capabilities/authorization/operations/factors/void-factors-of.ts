import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { voidChallenges } from '../../store/ocra-challenges.store.ts';
import { voidVerifications } from '../../store/otp-verifications.store.ts';

/** Voids the open codes and challenges of users, in the command of the caller: a fraud was reported. */
export function voidFactorsOf(
  { bankId, clock }: Context,
  work: Work,
  { userIds }: { readonly userIds: readonly string[] },
): void {
  const now = clock.now();
  voidVerifications(work, { bankId, userIds, now });
  for (const userId of userIds) voidChallenges(work, { bankId, userId, now });
}
