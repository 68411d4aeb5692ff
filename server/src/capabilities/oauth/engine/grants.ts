import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';
import { interfaceScopes } from '../domain/scopes.ts';
import { fitsClient } from './accounts.ts';
import { textIn } from './library-values.ts';

/**
 * What somebody has agreed to. Staff use the bank's own consoles, so there is nothing to agree to; a customer is
 * asked by a page.
 */
export async function existingGrant(ctx: KoaContextWithOIDC, resource: string): Promise<Grant | undefined> {
  const { client, session } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const kind = textIn(client, 'portico_kind');
  if (!fitsClient(session.accountId, kind)) return undefined;
  const known = await knownGrant(ctx, session.grantIdFor(client.clientId));
  if (known !== undefined || kind !== 'console') return known;
  const { Grant: NewGrant } = ctx.oidc.provider;
  const grant = new NewGrant({ clientId: client.clientId, accountId: session.accountId });
  return grantAll(grant, client, resource);
}

/** The grant of this very sign-in, or the one the session has for the client. */
async function knownGrant(
  { oidc }: KoaContextWithOIDC,
  ofSession: string | undefined,
): Promise<Grant | undefined> {
  const grantId = oidc.result?.consent?.grantId ?? ofSession;
  return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
}

/** What was asked for and agreed to: OpenID Connect's own scopes, and those of the interfaces. */
export function grantScopes(grant: Grant, asked: readonly string[], resource: string): void {
  const ofInterfaces = asked.filter((scope) => interfaceScopes.includes(scope));
  grant.addOIDCScope(asked.filter((scope) => !ofInterfaces.includes(scope)).join(' '));
  if (ofInterfaces.length > 0) grant.addResourceScope(resource, ofInterfaces.join(' '));
}

/** Everything the console was registered for. */
async function grantAll(grant: Grant, client: Client, resource: string): Promise<Grant> {
  const allowed = new Set(client.scope?.split(' '));
  grant.addOIDCScope('openid');
  if (allowed.has('offline_access')) grant.addOIDCScope('offline_access');
  const granted = textIn(client, 'portico_scope');
  if (granted !== '') grant.addResourceScope(resource, granted);
  await grant.save();
  return grant;
}
