import type { KoaContextWithOIDC } from 'oidc-provider';
import { scopes } from '../domain/scopes.ts';
import { textIn } from './library-values.ts';

/**
 * Endpoints for clients with a certificate (RFC 8705 5). The aliases are equal: the same address requests certificates.
 */
const endpointsForCertificates = [
  'token_endpoint',
  'introspection_endpoint',
  'revocation_endpoint',
  'pushed_authorization_request_endpoint',
  'backchannel_authentication_endpoint',
];

/** Completes the server metadata: the library knows only its own two scopes. */
export function completeMetadata(ctx: KoaContextWithOIDC): void {
  const { oidc, status } = ctx;
  const body: unknown = ctx.body;
  if (oidc.route !== 'discovery' || status !== 200 || typeof body !== 'object' || body === null) return;
  const aliases = endpointsForCertificates.map((name): [string, string] => [name, textIn(body, name)]);
  ctx.body = {
    ...body,
    scopes_supported: [...scopes],
    response_modes_supported: ['query'],
    mtls_endpoint_aliases: Object.fromEntries(aliases),
    backchannel_user_code_parameter_supported: false,
  };
}
