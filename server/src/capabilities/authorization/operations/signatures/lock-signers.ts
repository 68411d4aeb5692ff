import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { lockSigners as lockSignerRows } from '../../store/signing-people.store.ts';

/**
 * Locks people who sign, in the command that takes their right to sign away: a concurrent signature has been committed,
 * or waits and is rejected.
 */
export async function lockSigners(
  { bankId, clock }: Context,
  work: Work,
  { userIds }: { readonly userIds: readonly string[] },
): Promise<void> {
  await lockSignerRows(work, { bankId, userIds, now: clock.now() });
}
