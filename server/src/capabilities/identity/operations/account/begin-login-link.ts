import type { Context } from '#platform/work/context.ts';
import type { AccountView, LoginLinkError } from '../../domain/account-view.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { newLoginLink } from '../../steps/login-link.ts';
import type { SignedInUser } from '../../steps/own-user.ts';

/**
 * Returns the page that leads to a provider, whose login the customer wants to link. Undefined for a provider that the
 * sign-in page does not offer.
 */
export async function beginLoginLink(
  ctx: Context & IdentityPorts,
  own: SignedInUser,
  provider: string,
): Promise<AccountView | LoginLinkError | undefined> {
  const offered = ctx.loginProviders.offered(ctx.bankId).find((known) => known.provider === provider);
  if (offered === undefined) return undefined;
  const begun = await offered.page.begin(newLoginLink(ctx, own, provider));
  if (begun.kind === 'away') return 'login-provider-away';
  return { kind: 'link-login', provider, providerName: offered.page.name, address: begun.address };
}
