import type { KoaContextWithOIDC } from 'oidc-provider';
import { acceptedFacts, type TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { Context } from '#platform/work/context.ts';
import { revokeToken } from '../operations/revoke-token.ts';
import { mayIntrospect } from './features.ts';
import { textIn } from './library-values.ts';

/**
 * Responds to introspection and revocation of self-contained access tokens, which the library refuses. It refuses them
 * after it has authenticated the client, so this code continues from there.
 */
export async function respondForOwnToken(
  ctx: KoaContextWithOIDC,
  { context, tokens }: { readonly context: Context; readonly tokens: TokenVerifier },
): Promise<void> {
  const { client, params, route } = ctx.oidc;
  if (client === undefined || !isRefusedByLibrary(ctx)) return;
  const token = textIn(params, 'token');
  const verified = acceptedFacts(await tokens.verify(token));
  // A client with this id may be another one in another bank.
  const facts = verified?.banks.includes(context.bankId) === true ? verified : undefined;
  ctx.status = 200;
  if (route === 'revocation') {
    // The response has no body, so it has no content type.
    ctx.remove('content-type');
    ctx.body = '';
    // RFC 7009 2.2: an unknown token gets the same response as a revoked one; tokens of other clients stay valid.
    if (facts?.clientId === client.clientId) await revokeToken(context, facts.tokenId);
    return;
  }
  ctx.body =
    facts !== undefined && mayIntrospect(client, facts.clientId)
      ? { ...claimsIn(token), active: true, token_type: tokenType(facts.binding.kind) }
      : { active: false };
}

function isRefusedByLibrary({ body, oidc, status }: KoaContextWithOIDC): boolean {
  if (status !== 400 || (oidc.route !== 'revocation' && oidc.route !== 'introspection')) return false;
  return textIn(body, 'error') === 'unsupported_token_type';
}

function tokenType(binding: 'none' | 'certificate' | 'proof'): string {
  return binding === 'proof' ? 'DPoP' : 'Bearer';
}

/** Decodes a token whose signature is verified. */
export function claimsIn(token: string): Readonly<Record<string, unknown>> {
  const content: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return typeof content === 'object' && content !== null ? { ...content } : {};
}
