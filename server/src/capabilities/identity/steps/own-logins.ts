import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkableProvider, ListedLogin } from '../domain/account-view.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { listLinkedLogins } from '../store/linked-logins.store.ts';

type Ctx = Context & IdentityPorts;

/** Lists the linked logins of a user, as the pages show them. */
export async function listOwnLogins(ctx: Ctx, db: Reader, userId: string): Promise<readonly ListedLogin[]> {
  const { bankId, identityVault } = ctx;
  const logins = await listLinkedLogins(db, ctx, userId);
  return logins.map(({ issuer, linkedAt, login, provider, subject }) => ({
    loginId: identityVault.derivedSecret(bankId, 'login-link', ['listed', userId, issuer, subject]),
    provider,
    providerName: nameOf(ctx, provider),
    login,
    name: login === subject ? undefined : login,
    linkedAt,
  }));
}

/** Returns the providers of the sign-in page. */
export function linkableProviders({ bankId, loginProviders }: Ctx): readonly LinkableProvider[] {
  return loginProviders.offered(bankId).map(({ page, provider }) => ({ provider, name: page.name }));
}

function nameOf({ bankId, loginProviders }: Ctx, provider: string): string {
  return loginProviders.of(bankId, provider)?.page?.name ?? provider;
}
