import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { lockAccount } from '../steps/lock-account.ts';
import { deleteBrowser } from '../store/browsers.store.ts';
import type { AccountRequest } from './account-request.ts';

/** Forgets a browser of whoever is signed in: the next sign-in from it is one from a stranger's. */
export async function removeOwnBrowser(
  ctx: Context & IdentityPorts,
  request: AccountRequest,
  browserId: string,
): Promise<void> {
  const { bankId } = ctx;
  const { userId } = request.user;
  await runCommand(ctx, async (work) => {
    const isOpen = await lockAccount(ctx, work, request);
    if (isOpen) deleteBrowser(work, { bankId, userId, browserId });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'browser', after: isOpen ? 'forgotten' : 'kept' }],
    });
  });
}
