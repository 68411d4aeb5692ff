import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockAccount, type SignedInUser } from '../../steps/own-user.ts';
import { deletePasskey } from '../../store/passkeys.store.ts';

/** Removes a passkey of the signed-in user; returns false if the user has no such passkey. */
export async function removePasskey(
  ctx: Context & IdentityPorts,
  request: SignedInUser,
  passkeyId: string,
): Promise<boolean> {
  const { bankId } = ctx;
  const { userId } = request.user;
  return runCommand(ctx, async (work) => {
    const isOpen = await lockAccount(ctx, work, request);
    const isRemoved = isOpen && (await deletePasskey(work, { bankId, userId, passkeyId }));
    if (isRemoved) work.emit(userEvent('passkeyRemoved', userId, { reason: passkeyId }));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'passkey', after: isRemoved ? 'removed' : 'unknown' }],
    });
    return isRemoved;
  });
}
