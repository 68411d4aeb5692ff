import type { Context } from '#platform/work/context.ts';
import type { AccountNotice, AccountView } from '../../domain/account-view.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { SignedInUser } from '../../steps/own-user.ts';
import { findBrowser, listBrowsers } from '../../store/browsers.store.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { listSessions } from '../../store/sessions.store.ts';

type Ctx = Context & IdentityPorts;

/** Lists the credentials, browsers and sessions of a customer. */
export async function viewAccount(
  ctx: Ctx,
  { session, user }: SignedInUser,
  more: { readonly browserSecret: string | undefined; readonly notice: AccountNotice | undefined },
): Promise<AccountView> {
  const { bankId, clock, db, identityFacts, identityVault } = ctx;
  const { userId, username } = user;
  const secretHash = identityVault.secretHash(more.browserSecret ?? '');
  const [passkeys, browsers, own, sessions] = await Promise.all([
    listPasskeys(db, { bankId, userId }),
    listBrowsers(db, { bankId, userId }),
    findBrowser(db, { bankId, userId, secretHash }),
    listSessions(db, { bankId, userId, now: clock.now() }),
  ]);
  return {
    kind: 'overview',
    username,
    passkeys: passkeys.map(({ createdAt, lastUsedAt, name, passkeyId }) => ({
      passkeyId,
      name,
      createdAt,
      lastUsedAt,
    })),
    browsers: browsers.map((browser) => ({ ...browser, isThis: browser.browserId === own?.browserId })),
    sessions: sessions.map(({ authenticatedAt, browserName, clientName, sessionId }) => ({
      sessionId,
      clientName,
      browserName,
      startedAt: authenticatedAt,
      isThis: sessionId === session.sessionId,
    })),
    notice: more.notice,
    timeZone: identityFacts.of(bankId).timeZone,
  };
}
