import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { loginLinkWith } from '../../steps/login-link.ts';
import type { SignedInUser } from '../../steps/own-user.ts';
import type { LinkLogin } from '../profile/link-login.ts';

/** The parameters with which a provider has sent the browser back. */
export interface LoginLinkReturn {
  readonly provider: string;
  readonly state: string;
  readonly code: string;
}

/** Returns the login to link; undefined if this session has not requested it, or too long ago. */
export function loginLinkOf(
  ctx: Context & IdentityPorts,
  own: SignedInUser,
  { code, provider, state }: LoginLinkReturn,
): LinkLogin | undefined {
  const request = loginLinkWith(ctx, own, { provider, state });
  const page = ctx.loginProviders.of(ctx.bankId, provider)?.page;
  if (request === undefined || page === undefined) return undefined;
  const { codeVerifier, nonce } = request;
  return { provider, code, codeVerifier, nonce, redirectUri: page.redirectUri };
}
