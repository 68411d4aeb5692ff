import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { deleteFailures } from '../../store/attempts.store.ts';

/** Lifts the lockout of the second factors of a user. The caller has verified the identity of the user. */
export async function liftFactorLockout(
  ctx: Context,
  { userId }: { readonly userId: string },
): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    deleteFailures(work, { bankId, subject: userId, now: clock.now() });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'second-factor-block', after: 'lifted' }],
    });
  });
}
