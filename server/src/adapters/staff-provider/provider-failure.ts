import { AuthorizationResponseError } from 'openid-client';
import { isProviderUnavailable } from '#adapters/openid/provider-failure.ts';
import type { StaffSignInEnd } from '#capabilities/oauth/ports/staff-provider.ts';

type Failure = Exclude<StaffSignInEnd, { readonly kind: 'proven' }>;

/** The error codes of RFC 6749 4.1.2.1 and OpenID Connect Core 3.1.2.6 with their own meaning here. */
const errorsOnReturn: ReadonlyMap<string, Failure['kind']> = new Map([
  ['access_denied', 'cancelled'],
  ['temporarily_unavailable', 'away'],
  ['server_error', 'away'],
  ['unmet_authentication_requirements', 'too-weak'],
]);

/** Maps a failure to its meaning for the user. */
export function resultOf(error: unknown): Failure {
  if (error instanceof AuthorizationResponseError)
    return { kind: errorsOnReturn.get(error.error) ?? 'not-proven' };
  return { kind: isProviderUnavailable(error) ? 'away' : 'not-proven' };
}
