import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { Context } from '#platform/work/context.ts';
import { grantClaim, hashOfName } from '../store/artefact-names.ts';
import type { Accounts } from './accounts.ts';

/** What an access token says beyond RFC 9068: SPEC channel interfaces 1.5, facts by kind of caller. */
export async function tokenClaims(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  { accounts, context }: { readonly accounts: Accounts; readonly context: Context },
): Promise<Record<string, unknown>> {
  // A token speaks for the bank that issued it, and for no other.
  const bank = { 'bank-id': [context.bankId] };
  if (token.kind !== 'AccessToken' || !('accountId' in token)) return bank;
  const { AuthorizationCode, BackchannelAuthenticationRequest, RefreshToken } = ctx.oidc.entities;
  const source = AuthorizationCode ?? RefreshToken ?? BackchannelAuthenticationRequest;
  return {
    ...bank,
    'grant-id': grantClaim(hashOfName(token.grantId)),
    acr: source?.acr,
    amr: source?.amr,
    auth_time: source?.authTime,
    ...(await accounts.claimsOf(context, token.accountId)),
  };
}
