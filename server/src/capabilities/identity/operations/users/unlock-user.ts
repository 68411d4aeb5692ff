import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { StateChangeReason } from '../../domain/state-change-reasons.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { deleteLoginAttempts } from '../../store/login-attempts.store.ts';
import { lockUser } from '../../store/users.store.ts';

/** The user to unlock. */
export interface UnlockUser {
  readonly userId: string;
  readonly reason: StateChangeReason;
}

/** Ends locks, and reopens password sign-in where it was closed. The operator has verified the requester. */
export async function unlockUser(
  ctx: Context & IdentityPorts,
  { reason, userId }: UnlockUser,
): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const user = await lockUser(work, ctx, userId);
    if (user === undefined) throw standardProblems['not-found']();
    if (user.state !== 'active') throw standardProblems.conflict();
    deleteLoginAttempts(work, { bankId, subject: userId, now: clock.now() });
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
