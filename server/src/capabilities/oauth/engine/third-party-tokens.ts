import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import { scopeText } from '../domain/resource-scope.ts';
import { grantClaim, hashOfName } from '../store/artefact-names.ts';
import { findResourceGrant } from '../store/resource-grants.store.ts';
import { textIn } from './library-values.ts';
import { isThirdParty } from './third-party-clients.ts';
import { resourceOf, standingOf, type ThirdPartyDeps } from './third-party-requests.ts';

/** Returns the claims of the token of a third party: the bank, the grant, and what it stands for. */
export async function thirdPartyClaims(
  token: AccessToken,
  { context }: Pick<ThirdPartyDeps, 'context'>,
): Promise<Readonly<Record<string, unknown>>> {
  const { bankId, db } = context;
  const grantHash = hashOfName(token.grantId);
  const common = { 'bank-id': [bankId], 'grant-id': grantClaim(grantHash) };
  if (resourceOf(token) === undefined) return { ...common, 'stands-for': 'customer' };
  const grant = await findResourceGrant(db, { bankId, grantHash });
  // It has ended between the reads: a token without the claim would be one of a customer.
  if (grant === undefined) throw new Error('the grant of a resource is gone');
  const { authorisationId: approval, resourceId: resource, service } = grant;
  return { ...common, 'stands-for': { service, resource, approval } };
}

/** The subject of a token for a resource is the resource: the third party learns no id of a customer. */
export function hideCustomer(
  _ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  parts: { readonly payload: Record<string, unknown> },
): void {
  if (!isThirdParty(token.client)) return;
  const resource = resourceOf(token);
  if (resource !== undefined) parts.payload['sub'] = scopeText(resource);
}

/** Returns whether a third party gets a refresh token: for what the customer approved for repeated access. */
export async function isLasting(source: unknown, deps: ThirdPartyDeps): Promise<boolean> {
  const resource = resourceOf(source);
  if (resource === undefined) return false;
  const standing = await standingOf(deps, resource);
  return standing.kind === 'open' && standing.isLasting;
}

/** Returns whether an authorization request asks for the approval of a resource, and for no sign-in. */
export function asksForApproval({ oidc }: KoaContextWithOIDC): boolean {
  return isThirdParty(oidc.client) && resourceOf({ scope: textIn(oidc.params, 'scope') }) !== undefined;
}
