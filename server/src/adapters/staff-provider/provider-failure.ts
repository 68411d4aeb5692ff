import { AuthorizationResponseError } from 'openid-client';
import { isProviderAway } from '#adapters/openid/provider-failure.ts';
import type { StaffSignInEnd } from '#capabilities/oauth/ports/staff-provider.ts';

type Failure = Exclude<StaffSignInEnd, { readonly kind: 'proven' }>;

/** RFC 6749 4.1.2.1 and OpenID Connect Core 3.1.2.6, as far as they mean something of their own to us. */
const errorsOnReturn: ReadonlyMap<string, Failure['kind']> = new Map([
  ['access_denied', 'cancelled'],
  ['temporarily_unavailable', 'away'],
  ['server_error', 'away'],
  ['unmet_authentication_requirements', 'too-weak'],
]);

/** What a failure means for the person who waits. */
export function verdictOn(error: unknown): Failure {
  if (error instanceof AuthorizationResponseError)
    return { kind: errorsOnReturn.get(error.error) ?? 'not-proven' };
  return { kind: isProviderAway(error) ? 'away' : 'not-proven' };
}
