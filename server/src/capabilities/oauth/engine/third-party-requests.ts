import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Context } from '#platform/work/context.ts';
import {
  customerScope,
  type RequestedScope,
  type ResourceRef,
  requestedScopeIn,
  scopeText,
} from '../domain/resource-scope.ts';
import type { ResourceApprovals, Standing } from '../ports/resource-approvals.ts';
import { textIn } from './library-values.ts';
import { requestContextOf } from './request-context.ts';

/** What decides about requests of third parties. */
export interface ThirdPartyDeps {
  readonly context: Context;
  readonly resources: ResourceApprovals;
}

/**
 * Returns the scope of a request of a third party. Throws unless the third party may ask for it: a resource of its own,
 * which waits for its approval, with the role and the address that the resource was created with.
 */
export async function thirdPartyScope(ctx: KoaContextWithOIDC, deps: ThirdPartyDeps): Promise<string> {
  const { AuthorizationCode, RefreshToken } = ctx.oidc.entities;
  const issued = (AuthorizationCode ?? RefreshToken)?.scope;
  const scopes = [...ctx.oidc.requestParamScopes];
  const requested = requestedScopeIn(issued?.split(' ') ?? scopes);
  if (requested === undefined)
    throw new errors.InvalidScope('exactly one resource is needed', scopes.join(' '));
  if (ctx.oidc.route === 'pushed_authorization_request') await admit(ctx, requested, deps);
  if (issued !== undefined) requireRole(ctx, requested, deps);
  return issued ?? scopes.join(' ');
}

async function admit(
  ctx: KoaContextWithOIDC,
  requested: RequestedScope,
  deps: ThirdPartyDeps,
): Promise<void> {
  requireRole(ctx, requested, deps);
  const sent = textIn(ctx.oidc.params, 'redirect_uri');
  if (requested.kind === 'customer') {
    const { domains = [] } = requestContextOf(ctx.req).thirdParty?.psd2 ?? {};
    if (!isOfDomains(sent, domains))
      throw new errors.InvalidRequest('redirect_uri must be in a domain of the certificate');
    return;
  }
  const { context, resources } = deps;
  const organisationId = ctx.oidc.client?.clientId ?? '';
  const waiting = await resources.findWaiting(context, { organisationId, resource: requested.resource });
  // A resource of another third party looks like none.
  if (waiting === undefined)
    throw new errors.InvalidScope('no such resource waits for an approval', scopeText(requested.resource));
  if (waiting.returnUri !== sent)
    throw new errors.InvalidRequest('redirect_uri is not the TPP-Redirect-URI of the resource');
}

/** The certificate of the request has the role of the service. The pre-step needs any of the roles. */
function requireRole(
  ctx: KoaContextWithOIDC,
  requested: RequestedScope,
  { resources }: ThirdPartyDeps,
): void {
  const roles = requestContextOf(ctx.req).thirdParty?.psd2.roles ?? [];
  const wanted = resources.kinds.filter(
    ({ service }) => requested.kind === 'customer' || service === requested.resource.service,
  );
  if (!wanted.some(({ role }) => roles.includes(role)))
    throw new errors.InvalidScope(
      'the certificate lacks the role of the service',
      requested.kind === 'customer' ? customerScope : scopeText(requested.resource),
    );
}

function isOfDomains(address: string, domains: readonly string[]): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return domains.some((domain) => {
    const name = domain.toLowerCase().replace(/^\*\./, '');
    return host === name || host.endsWith(`.${name}`);
  });
}

/** Returns how far a resource is; over for a service that this installation does not have. */
export async function standingOf(
  { context, resources }: ThirdPartyDeps,
  { resourceId, service }: ResourceRef,
): Promise<Standing> {
  const kind = resources.kinds.find((known) => known.service === service);
  return kind === undefined ? { kind: 'over' } : kind.standingOf(context, resourceId);
}

/** Returns the resource that a code or a refresh token stands for; undefined for one of another client. */
export function resourceOf(source: unknown): ResourceRef | undefined {
  const requested = requestedScopeIn(textIn(source, 'scope').split(' '));
  return requested?.kind === 'resource' ? requested.resource : undefined;
}

/** Throws unless tokens may be issued for the resource now. Nothing is consumed: a suspended one may resume. */
export async function requireStanding(source: unknown, deps: ThirdPartyDeps): Promise<void> {
  const resource = resourceOf(source);
  if (resource === undefined) return;
  const { kind } = await standingOf(deps, resource);
  if (kind === 'suspended')
    throw new errors.InvalidGrant('suspended: the customer has withdrawn the consent, and may give it again');
  if (kind === 'over') throw new errors.InvalidGrant('ended: the resource of the grant has ended');
}
