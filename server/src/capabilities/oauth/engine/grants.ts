import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';
import { textIn } from './library-values.ts';

/**
 * What somebody has agreed to. Staff use the bank's own consoles, so there is nothing to agree to; a customer is
 * asked by a page.
 */
export async function existingGrant(ctx: KoaContextWithOIDC, resource: string): Promise<Grant | undefined> {
  const { client, provider, result, session } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known !== undefined || textIn(client, 'portico_kind') !== 'console') return known;
  return grantAll(
    new provider.Grant({ clientId: client.clientId, accountId: session.accountId }),
    client,
    resource,
  );
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
