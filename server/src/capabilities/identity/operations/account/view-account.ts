import type { Context } from '#platform/work/context.ts';
import type { AccountNotice, AccountView, ListedContact, ListedSession } from '../../domain/account-view.ts';
import { openContact, provenContact } from '../../domain/contacts.ts';
import { linkedLoginsMax } from '../../domain/policy.ts';
import type { ContactKind, User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { linkableProviders, listOwnLogins } from '../../steps/own-logins.ts';
import type { SignedInUser } from '../../steps/own-user.ts';
import { hintPictureUrl } from '../../steps/pictures.ts';
import { findBrowser, listBrowsers } from '../../store/browsers.store.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { listSessions, type UserSession } from '../../store/sessions.store.ts';

type Ctx = Context & IdentityPorts;

/** Lists the contacts, credentials, browsers and sessions of a customer. */
export async function viewAccount(
  ctx: Ctx,
  { session, user }: SignedInUser,
  more: { readonly browserSecret: string | undefined; readonly notice: AccountNotice | undefined },
): Promise<AccountView> {
  const { bankId, clock, db, identityFacts, identityVault } = ctx;
  const { userId, username } = user;
  const secretHash = identityVault.secretHash(more.browserSecret ?? '');
  const [passkeys, logins, browsers, own, sessions] = await Promise.all([
    listPasskeys(db, { bankId, userId }),
    listOwnLogins(ctx, db, userId),
    listBrowsers(db, { bankId, userId }),
    findBrowser(db, { bankId, userId, secretHash }),
    listSessions(db, { bankId, userId, now: clock.now() }),
  ]);
  const known = new Set(browsers.map(({ browserId }) => browserId));
  const bySession = Map.groupBy(sessions, ({ browserId = '' }) => (known.has(browserId) ? browserId : ''));
  const listed = (browserId: string): readonly ListedSession[] =>
    (bySession.get(browserId) ?? []).map((one) => listedSession(one, session));
  return {
    kind: 'overview',
    username,
    hintPictureUrl: hintPictureUrl(ctx, username, user),
    email: listedContact(user, 'email'),
    phone: listedContact(user, 'phone'),
    passkeys: passkeys.map(({ createdAt, lastUsedAt, name, passkeyId }) => ({
      passkeyId,
      name,
      createdAt,
      lastUsedAt,
    })),
    logins,
    linkable: logins.length < linkedLoginsMax ? linkableProviders(ctx) : [],
    browsers: browsers.map((browser) => ({
      ...browser,
      isThis: browser.browserId === own?.browserId,
      sessions: listed(browser.browserId),
    })),
    sessions: listed(''),
    notice: more.notice,
    timeZone: identityFacts.of(bankId).timeZone,
  };
}

function listedSession(
  { authenticatedAt, browserName, clientName, sessionId }: UserSession,
  current: UserSession,
): ListedSession {
  const isThis = sessionId === current.sessionId;
  return { sessionId, clientName, browserName, startedAt: authenticatedAt, isThis };
}

function listedContact(user: User, kind: ContactKind): ListedContact {
  return { value: provenContact(user, kind), open: openContact(user, kind) };
}
