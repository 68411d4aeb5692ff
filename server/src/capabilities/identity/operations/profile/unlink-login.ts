import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockOwnUser } from '../../steps/own-user.ts';
import { deleteLinkedLogin, listProvidersOf } from '../../store/linked-logins.store.ts';

export interface UnlinkLogin {
  /** As shown in the profile. */
  readonly login: string;
  /** Needed where two providers have a login of this name. */
  readonly provider: string | undefined;
}

/** Removes a linked login of the signed-in user. */
export async function unlinkLogin(
  ctx: Context & IdentityPorts,
  { login, provider }: UnlinkLogin,
): Promise<void> {
  const { bankId, identityVault } = ctx;
  const loginIndexes = identityVault.loginIndexes(bankId, login);
  await runCommand(ctx, async (work) => {
    const { userId } = await lockOwnUser(ctx, work);
    const found = await listProvidersOf(work, { bankId, userId, loginIndexes });
    const [matching, another] = found.filter((known) => provider === undefined || known === provider);
    if (matching === undefined) throw standardProblems['not-found']();
    if (another !== undefined) throw standardProblems.conflict();
    deleteLinkedLogin(work, { bankId, userId, loginIndexes, provider: matching });
    work.emit(userEvent('loginUnlinked', userId, { reason: matching }));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'linked-login', before: matching, after: null }],
    });
  });
}
