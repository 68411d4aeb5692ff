import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { MoveReason } from '../domain/move-reasons.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { purgeFailures } from '../store/login-attempts.store.ts';
import { lockUser } from '../store/users.store.ts';

/** A user whose wrong passwords are forgotten. */
export interface UnlockUser {
  readonly userId: string;
  readonly reason: MoveReason;
}

/** Ends locks, and opens signing in by password again where it was closed. The operator has verified who asks. */
export async function unlockUser(
  ctx: Context & IdentityPorts,
  { reason, userId }: UnlockUser,
): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const user = await lockUser(work, ctx, userId);
    if (user === undefined) throw standardProblems['not-found']();
    if (user.state !== 'active') throw standardProblems.conflict();
    purgeFailures(work, { bankId, subject: userId, now: clock.now() });
    work.emit(userEvent('unlocked', userId, { reason }));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [
        { field: 'password', after: 'unlocked' },
        { field: 'reason', after: reason },
      ],
    });
  });
}
