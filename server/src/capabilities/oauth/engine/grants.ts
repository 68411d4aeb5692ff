import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';
import { organizationIn } from '../domain/acting-for.ts';
import { customerScope } from '../domain/resource-scope.ts';
import { interfaceScopes } from '../domain/scopes.ts';
import { fitsClient } from './accounts.ts';
import { textIn } from './library-values.ts';

/**
 * Returns the grant of the session for the client. Creates it for staff, whose consent is implied because they use the
 * bank's own consoles; customers consent on a page.
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

/** Returns the grant of this sign-in, or the one that the session has for the client. */
async function knownGrant(
  { oidc }: KoaContextWithOIDC,
  ofSession: string | undefined,
): Promise<Grant | undefined> {
  const grantId = oidc.result?.consent?.grantId ?? ofSession;
  return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
}

/** Adds the requested scopes to a grant: those of OpenID Connect, and those of the interfaces. */
export function grantScopes(grant: Grant, requested: readonly string[], resource: string): void {
  const ofInterfaces = requested.filter(
    (scope) =>
      interfaceScopes.includes(scope) ||
      scope.toLowerCase() === customerScope ||
      organizationIn(scope) !== undefined,
  );
  grant.addOIDCScope(requested.filter((scope) => !ofInterfaces.includes(scope)).join(' '));
  if (ofInterfaces.length > 0) grant.addResourceScope(resource, ofInterfaces.join(' '));
}

/** Adds all scopes that the console is registered with. */
async function grantAll(grant: Grant, client: Client, resource: string): Promise<Grant> {
  const allowed = new Set(client.scope?.split(' '));
  grant.addOIDCScope('openid');
  if (allowed.has('offline_access')) grant.addOIDCScope('offline_access');
  const granted = textIn(client, 'portico_scope');
  if (granted !== '') grant.addResourceScope(resource, granted);
  await grant.save();
  return grant;
}
