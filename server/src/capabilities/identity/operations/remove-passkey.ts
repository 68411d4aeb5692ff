import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { lockAccount } from '../steps/lock-account.ts';
import { deletePasskey } from '../store/passkeys.store.ts';
import type { AccountRequest } from './account-request.ts';

/** Removes a passkey of whoever is signed in; somebody else's is not there for them. */
export async function removePasskey(
  ctx: Context & IdentityPorts,
  request: AccountRequest,
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
