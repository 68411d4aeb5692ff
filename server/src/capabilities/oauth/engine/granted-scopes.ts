import type { KoaContextWithOIDC } from 'oidc-provider';
import { textIn } from './library-values.ts';
import { isThirdParty } from './third-party-clients.ts';

/**
 * Completes `scope` of the token response. The library names the scopes of the access token, which are those of the
 * interfaces; a client would conclude that `openid` and `offline_access` were refused. RFC 6749 5.1.
 */
export function nameGrantedScopes(ctx: KoaContextWithOIDC): void {
  // Theirs names the resource, and nothing else.
  if (isThirdParty(ctx.oidc.client)) return;
  const body: unknown = ctx.body;
  if (ctx.oidc.route !== 'token' || ctx.status !== 200 || typeof body !== 'object' || body === null) return;
  const granted = [
    textIn(body, 'id_token') === '' ? '' : 'openid',
    textIn(body, 'refresh_token') === '' ? '' : 'offline_access',
    textIn(body, 'scope'),
  ].filter((scope) => scope !== '');
  if (granted.length > 0) ctx.body = { ...body, scope: granted.join(' ') };
}
