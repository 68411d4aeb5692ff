import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { textIn } from './library-values.ts';

/**
 * Explanations of client errors. The library returns only the error code, which is not enough to debug a client. The
 * explanations contain only what a registered client could find out anyway: a client id is no secret (RFC 6749 2.2),
 * and no explanation reveals whether a code or token of another client exists.
 */
const hints: readonly (readonly [RegExp, string | undefined])[] = [
  // The library names addresses that FAPI 2.0 does not allow.
  [/^(?:list of )?audience \(aud\) must (?:equal|include)/, 'audience (aud) must be the issuer only'],
  [/^(?:expiration|unique jti|iss |aud |audience |sub |exp )/, undefined],
  [/^the assertion is from the future/, undefined],
  [
    /^client assertion tokens must/,
    'this assertion was used before; create a new one, with a new jti, for each request',
  ],
  [/^alg mismatch/, 'the assertion must be signed with PS256, ES256 or EdDSA, and with a registered key'],
  [/^(?:signature verification|no applicable key)/, 'the assertion is not signed with a registered key'],
  [/^jwt expired/, 'the assertion has expired'],
  [/^client certificate was not/, 'no accepted client certificate on this connection'],
  [/^the provided authentication mechanism/, 'the client is registered for another authentication method'],
  [/ is expired$/, undefined],
  [/(?:already used|already consumed)$/, 'used before; everything issued from it has ended'],
  [/redirect_uri mismatch$/, 'redirect_uri is not the one that was pushed'],
  [/^(?:suspended|ended): /, undefined],
  [/^grant not found/, 'the grant has ended; the user must sign in again'],
  [/(?:not found|client mismatch)$/, 'unknown, or issued to another client'],
  [
    /^(?:missing DPoP|failed jkt|DPoP proof key)/,
    'bound to a key; the DPoP proof is missing or has another key',
  ],
  [/^(?:failed x5t|mutual TLS)/, 'bound to a certificate; the certificate is missing or another one'],
  [/^DPoP proof JWT Replay/, 'this proof was used before; create a new one for each request'],
];

const detailed = new Set(['invalid_client', 'invalid_grant']);
const details = new WeakMap<object, string>();

/** Stores the library's internal reason of each error until the response is written. */
export function collectErrorDetails(provider: Provider): void {
  const collect = (ctx: KoaContextWithOIDC, error: Error): void => {
    details.set(ctx, textIn(error, 'error_detail'));
  };
  provider.on('grant.error', collect);
  provider.on('pushed_authorization_request.error', collect);
  provider.on('introspection.error', collect);
  provider.on('revocation.error', collect);
  provider.on('backchannel_authentication.error', collect);
}

/** Adds the explanation to the response, where there is one. */
export function addHint(ctx: KoaContextWithOIDC): void {
  const body: unknown = ctx.body;
  if (typeof body !== 'object' || body === null || !detailed.has(textIn(body, 'error'))) return;
  const detail = details.get(ctx) ?? '';
  // Unregistered clients get no explanation.
  const found = detail === 'client not found' ? undefined : hints.find(([pattern]) => pattern.test(detail));
  if (found !== undefined) ctx.body = { ...body, error_description: found[1] ?? detail };
}
