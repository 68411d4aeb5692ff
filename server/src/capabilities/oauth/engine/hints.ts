import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { textIn } from './library-values.ts';

/**
 * What may be told of why a client was refused. The library tells nothing beyond the error's word; whoever builds a
 * client at night needs more. Told is what a registered client could find out anyway: its id is no secret (RFC 6749
 * 2.2), and nothing here says whether a code or a token of somebody else exists.
 */
const hints: readonly (readonly [RegExp, string | undefined])[] = [
  [/^(?:expiration|unique jti|iss |aud |audience |sub |exp )/, undefined],
  [/^the assertion is from the future/, undefined],
  [/^list of audience/, 'audience (aud) must be the issuer, and nothing else'],
  [
    /^client assertion tokens must/,
    'this assertion was used before; make a new one, with a new jti, for each request',
  ],
  [/^alg mismatch/, 'the assertion must be signed with PS256, ES256 or EdDSA, and with a registered key'],
  [/^(?:signature verification|no applicable key)/, 'the assertion is not signed with a registered key'],
  [/^jwt expired/, 'the assertion has expired'],
  [/^client certificate was not/, 'the connection brought no certificate that is accepted here'],
  [/^the provided authentication mechanism/, 'the client was registered to prove itself in another way'],
  [/ is expired$/, undefined],
  [/(?:already used|already consumed)$/, 'used before; all that came of it has ended'],
  [/redirect_uri mismatch$/, 'redirect_uri is not the one that was pushed'],
  [/^grant not found/, 'what it came from has ended; the user must sign in again'],
  [/(?:not found|client mismatch)$/, 'unknown, or not of this client'],
  [/^(?:missing DPoP|failed jkt|DPoP proof key)/, 'tied to a key whose proof did not come along'],
  [/^(?:failed x5t|mutual TLS)/, 'tied to a certificate that did not come along'],
  [/^DPoP proof JWT Replay/, 'this proof was used before; make a new one for each request'],
];

const detailed = new Set(['invalid_client', 'invalid_grant']);
const details = new WeakMap<object, string>();

/** Keeps the library's own reason for each refusal until the answer is written. */
export function keepDetails(provider: Provider): void {
  const keep = (ctx: KoaContextWithOIDC, error: Error): void => {
    details.set(ctx, textIn(error, 'error_detail'));
  };
  provider.on('grant.error', keep);
  provider.on('pushed_authorization_request.error', keep);
  provider.on('introspection.error', keep);
  provider.on('revocation.error', keep);
  provider.on('backchannel_authentication.error', keep);
}

/** Says in the answer what may be said. */
export function addHint(ctx: KoaContextWithOIDC): void {
  const body: unknown = ctx.body;
  if (typeof body !== 'object' || body === null || !detailed.has(textIn(body, 'error'))) return;
  const detail = details.get(ctx) ?? '';
  // Whoever is not registered is told nothing at all.
  const found = detail === 'client not found' ? undefined : hints.find(([pattern]) => pattern.test(detail));
  if (found !== undefined) ctx.body = { ...body, error_description: found[1] ?? detail };
}
