/** The scope that lets an app ask for organizations; a request names the organization: `acting-for:1000000048`. */
export const actingForScope = 'acting-for';

const requested = /^acting-for:([A-Za-z0-9-]{1,35})$/;

/** Returns the customer number of the organization that a scope names; undefined for any other scope. */
export function organizationIn(scope: string): string | undefined {
  return requested.exec(scope)?.[1];
}

/** Returns the scopes that name an organization. */
export function actingForScopes(scopes: Iterable<string>): readonly string[] {
  return [...scopes].filter((scope) => organizationIn(scope) !== undefined);
}

/** Returns the organization that the scopes of a request, a code or a token name; there is one at most. */
export function organizationOf(scopes: Iterable<string>): string | undefined {
  const [only] = actingForScopes(scopes);
  return only === undefined ? undefined : organizationIn(only);
}

/** Returns a scope text without the scopes that name an organization: a claim of the token names it. */
export function withoutOrganization(scopes: string): string {
  return scopes
    .split(' ')
    .filter((scope) => organizationIn(scope) === undefined)
    .join(' ');
}
