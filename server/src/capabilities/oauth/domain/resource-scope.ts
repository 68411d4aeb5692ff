/** SPEC xs2a 7.4: services of third parties, as they stand before the id of a resource in a scope. */
export const services = ['AIS', 'PIS', 'PIIS'] as const;
export type Service = (typeof services)[number];

/** A resource that a customer approves for a third party. */
export interface ResourceRef {
  readonly service: Service;
  readonly resourceId: string;
}

/** What a third party asks a token for. `customer`: to know who signed in, before it creates a resource. */
export type RequestedScope =
  | { readonly kind: 'resource'; readonly resource: ResourceRef }
  | { readonly kind: 'customer' };

/** The scope of the pre-step. */
export const customerScope = 'psu';

const resourceScope = /^(AIS|PIS|PIIS):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Refresh tokens need no scope of their own: a consent for repeated access implies them. */
const ignored = 'offline_access';

/** Returns what a scope asks for; undefined unless it is exactly one thing. Case does not matter. SPEC xs2a 7.4 */
export function requestedScopeIn(scopes: Iterable<string>): RequestedScope | undefined {
  const [only, ...others] = [...scopes].filter((scope) => scope !== ignored);
  if (only === undefined || others.length > 0) return undefined;
  if (only.toLowerCase() === customerScope) return { kind: 'customer' };
  const [, prefix = '', resourceId = ''] = resourceScope.exec(only) ?? [];
  const service = services.find((known) => known === prefix.toUpperCase());
  return service === undefined
    ? undefined
    : { kind: 'resource', resource: { service, resourceId: resourceId.toLowerCase() } };
}

/** Returns the one spelling of a scope that tokens have. */
export function scopeText({ resourceId, service }: ResourceRef): string {
  return `${service}:${resourceId}`;
}

/** `PSD`, the country and the authority, and the number of the organisation there. SPEC xs2a 7.1 */
const organisationIdentifier = /^PSD[A-Z]{2}-[A-Z]{2,8}-[\x21-\x7e]{1,64}$/;

/** Returns whether a client id is the identifier of an organisation, so that its certificate is its registration. */
export function isOrganisationIdentifier(clientId: string): boolean {
  return organisationIdentifier.test(clientId);
}
