import { type AccessToken, type ClientCredentials, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { grantClaim, hashOfName } from '../store/artefact-names.ts';
import { findClientRevokedAt } from '../store/revocations.store.ts';
import type { Accounts } from './accounts.ts';
import type { AdapterDeps } from './artefact-adapter.ts';
import { isSessionEnded } from './session-adapter.ts';

/** What an access token says beyond RFC 9068: SPEC channel interfaces 1.5, facts by kind of caller. */
export async function tokenClaims(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  { accounts, ...deps }: AdapterDeps & { readonly accounts: Accounts },
): Promise<Record<string, unknown>> {
  const { context } = deps;
  // A token speaks for the bank that issued it, and for no other.
  const common = { 'bank-id': [context.bankId], ...idempotencyClaim(token) };
  if (token.kind !== 'AccessToken' || !('accountId' in token)) return common;
  const { AuthorizationCode, BackchannelAuthenticationRequest, RefreshToken } = ctx.oidc.entities;
  const source = AuthorizationCode ?? RefreshToken ?? BackchannelAuthenticationRequest;
  if (source !== undefined) await refuseWhatEnded(ctx, source, deps);
  return {
    ...common,
    'grant-id': grantClaim(hashOfName(token.grantId)),
    acr: source?.acr,
    amr: source?.amr,
    auth_time: source?.authTime,
    ...(await accounts.claimsOf(context, token.accountId)),
  };
}

/** SPEC 1.11: the interfaces learn from the token that its client is registered as strict. */
function idempotencyClaim({ client }: AccessToken | ClientCredentials): Readonly<Record<string, unknown>> {
  const mode = client?.['portico_idempotency'];
  return mode === 'strict' ? { idempotency: mode } : {};
}

type Source = NonNullable<
  | KoaContextWithOIDC['oidc']['entities']['AuthorizationCode']
  | KoaContextWithOIDC['oidc']['entities']['RefreshToken']
  | KoaContextWithOIDC['oidc']['entities']['BackchannelAuthenticationRequest']
>;

/** What somebody has ended gives no tokens, even where the artefact that asks for them was overlooked. */
async function refuseWhatEnded(ctx: KoaContextWithOIDC, source: Source, deps: AdapterDeps): Promise<void> {
  const { sessionUid } = source;
  // A code that was on its way while somebody signed out has a grant that nobody knew of then.
  if (sessionUid !== undefined && (await isSessionEnded(deps, sessionUid)))
    throw new errors.InvalidGrant('grant not found, because its session was ended');
  const { bankId, db } = deps.context;
  const revokedAt = await findClientRevokedAt(db, bankId, source.clientId ?? '');
  // A refresh that rotates shows its new token here; what counts is when the old one was made.
  const madeAtSeconds = ctx.oidc.entities.RotatedRefreshToken?.iat ?? source.iat ?? 0;
  if (revokedAt !== undefined && madeAtSeconds * 1_000 <= revokedAt.epochMilliseconds)
    throw new errors.InvalidGrant('grant not found, because its client was switched off');
}
