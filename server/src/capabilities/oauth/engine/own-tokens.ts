import type { KoaContextWithOIDC } from 'oidc-provider';
import { acceptedFacts, type TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { Context } from '#platform/work/context.ts';
import { revokeToken } from '../operations/revoke-token.ts';
import { mayLookInto } from './features.ts';
import { textIn } from './library-values.ts';

/**
 * Our access tokens carry their content themselves, and the library refuses to introspect or revoke such tokens. It
 * does so after it has authenticated the client, so this takes over from there.
 */
export async function answerForOwnToken(
  ctx: KoaContextWithOIDC,
  { context, tokens }: { readonly context: Context; readonly tokens: TokenVerifier },
): Promise<void> {
  const { client, params, route } = ctx.oidc;
  if (client === undefined || !isLeftToUs(ctx)) return;
  const token = textIn(params, 'token');
  const verified = acceptedFacts(await tokens.verify(token));
  // A client of this name may be somebody else in another bank.
  const facts = verified?.banks.includes(context.bankId) === true ? verified : undefined;
  ctx.status = 200;
  if (route === 'revocation') {
    // Nothing is said, so nothing of a kind is said either.
    ctx.remove('content-type');
    ctx.body = '';
    // RFC 7009 2.2: an unknown token is answered like one that was revoked; somebody else's stays untouched.
    if (facts?.clientId === client.clientId) await revokeToken(context, facts.tokenId);
    return;
  }
  ctx.body =
    facts !== undefined && mayLookInto(client, facts.clientId)
      ? { ...claimsIn(token), active: true, token_type: tokenType(facts.binding.kind) }
      : { active: false };
}

function isLeftToUs({ body, oidc, status }: KoaContextWithOIDC): boolean {
  if (status !== 400 || (oidc.route !== 'revocation' && oidc.route !== 'introspection')) return false;
  return textIn(body, 'error') === 'unsupported_token_type';
}

function tokenType(binding: 'none' | 'certificate' | 'proof'): string {
  return binding === 'proof' ? 'DPoP' : 'Bearer';
}

/** The content of a token whose signature has been found good. */
function claimsIn(token: string): Readonly<Record<string, unknown>> {
  const content: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return typeof content === 'object' && content !== null ? { ...content } : {};
}
