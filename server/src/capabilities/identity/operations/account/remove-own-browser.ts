import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockAccount, type SignedInUser } from '../../steps/own-user.ts';
import { deleteBrowser } from '../../store/browsers.store.ts';
import { endBrowserSessions } from '../../store/sessions.store.ts';

/**
 * Removes a browser of the signed-in user: it is signed out of the bank's own page, and its next sign-in counts as one
 * from an unpaired browser.
 */
export async function removeOwnBrowser(
  ctx: Context & IdentityPorts,
  request: SignedInUser,
  browserId: string,
): Promise<void> {
  const { bankId, clock } = ctx;
  const { userId } = request.user;
  await runCommand(ctx, async (work) => {
    const isOpen = await lockAccount(ctx, work, request);
    if (isOpen) {
      deleteBrowser(work, { bankId, userId, browserId });
      endBrowserSessions(work, { bankId, userId, browserId, now: clock.now() });
    }
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'browser', after: isOpen ? 'removed' : 'kept' }],
    });
  });
}
