import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Context } from '#platform/work/context.ts';
import {
  actingForScope,
  actingForScopes,
  organizationIn,
  organizationOf,
  withoutOrganization,
} from '../domain/acting-for.ts';
import type { Accounts } from './accounts.ts';
import { textIn } from './library-values.ts';

/** What decides for whom a customer may act. */
export interface RepresentationDeps {
  readonly context: Context;
  readonly accounts: Accounts;
}

// GAP: the specification does not say how an app asks for an organization. ADR-0165
/**
 * Returns the scopes of a request or an artefact that name an organization. Throws unless the client is registered to
 * ask for organizations, and names one at most, in a request that leads a browser to the page of consent.
 */
export function requestedOrganization(
  { oidc }: KoaContextWithOIDC,
  known: ReadonlySet<string>,
): readonly string[] {
  const { AuthorizationCode, RefreshToken } = oidc.entities;
  const issued = AuthorizationCode ?? RefreshToken;
  const scopes = actingForScopes(issued?.scope?.split(' ') ?? oidc.requestParamScopes);
  const [first, second] = scopes;
  if (oidc.requestParamScopes.has(actingForScope))
    throw new errors.InvalidScope(
      `name the organization: ${actingForScope}:{customer number}`,
      actingForScope,
    );
  if (first === undefined) return scopes;
  if (!known.has(actingForScope)) throw new errors.InvalidScope('requested scope is not allowed', first);
  if (second !== undefined) throw new errors.InvalidScope('a request names one organization at most', second);
  // The page of consent shows for whom the customer acts; on another device there is none.
  if (oidc.route === 'backchannel_authentication')
    throw new errors.InvalidScope('acting-for needs a sign-in in a browser', first);
  return scopes;
}

/**
 * Throws if an authorization request asks for an organization for which the signed-in customer may not act. An
 * organization that does not exist looks the same.
 */
export async function requireMandate(
  { oidc }: KoaContextWithOIDC,
  { accounts, context }: RepresentationDeps,
): Promise<void> {
  const [scope] = actingForScopes(oidc.requestParamScopes);
  const userId = oidc.session?.accountId;
  if (scope === undefined || userId === undefined) return;
  const organization = organizationIn(scope) ?? '';
  if ((await accounts.organizationOf(context, { userId, organization })) === undefined)
    throw new errors.InvalidScope(
      'the customer has no valid mandate for the organization of acting-for',
      scope,
    );
}

/**
 * Returns the claim of a token whose source, a code or a refresh token, names an organization. Throws if the customer
 * may not act for it any more: without the claim, the app would continue in the customer's own name.
 */
export async function organizationClaim(
  source: unknown,
  userId: string,
  { accounts, context }: RepresentationDeps,
): Promise<Readonly<Record<string, unknown>>> {
  const organization = organizationOf(textIn(source, 'scope').split(' '));
  if (organization === undefined) return {};
  const number = await accounts.organizationOf(context, { userId, organization });
  if (number === undefined)
    throw new errors.InvalidGrant('ended: the customer has no mandate for the organization any more');
  return { 'acting-for': number };
}

/**
 * Throws if the token lacks the organization that its code or refresh token names, although the client has not asked for
 * less: two windows that consent at the same time save one grant, and the scopes of the token are limited to it.
 */
export function refuseLostOrganization(
  { oidc: { params } }: KoaContextWithOIDC,
  { source, token }: { readonly source: unknown; readonly token: unknown },
): void {
  const named = (of: unknown): string | undefined => organizationOf(textIn(of, 'scope').split(' '));
  if (textIn(params, 'scope') === '' && named(source) !== named(token))
    throw new errors.InvalidGrant('ended: the grant has lost the organization; ask for consent again');
}

/** The claim names the organization; the scopes of the token are those of the interfaces. */
export function hideOrganization({ payload }: { readonly payload: Record<string, unknown> }): void {
  const scope = payload['scope'];
  if (typeof scope === 'string') payload['scope'] = withoutOrganization(scope);
}
