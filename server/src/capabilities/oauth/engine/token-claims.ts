import { type AccessToken, type ClientCredentials, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Context } from '#platform/work/context.ts';
import type { DecoupledApproval } from '../ports/decoupled-approval.ts';
import { grantClaim, hashOfName } from '../store/artefact-names.ts';
import { findClientRevokedAt } from '../store/revocations.store.ts';
import type { Accounts } from './accounts.ts';
import type { AdapterDeps } from './artefact-adapter.ts';
import { organizationClaim, refuseLostOrganization } from './representation.ts';
import { isSessionEnded } from './session-adapter.ts';
import { isThirdParty } from './third-party-clients.ts';
import { thirdPartyClaims } from './third-party-tokens.ts';
import { exchangeClaims } from './token-exchange.ts';

/** Returns the claims of an access token beyond RFC 9068: SPEC channel interfaces 1.5, facts by kind of caller. */
export async function tokenClaims(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  {
    accounts,
    approval,
    ...deps
  }: AdapterDeps & { readonly accounts: Accounts; readonly approval: DecoupledApproval },
): Promise<Record<string, unknown>> {
  const { context } = deps;
  // A token is valid for the bank that issued it only.
  const common = { 'bank-id': [context.bankId], ...idempotencyClaim(token) };
  if (token.kind !== 'AccessToken' || !('accountId' in token)) return { ...common, ...exchangeClaims(ctx) };
  const { AuthorizationCode, BackchannelAuthenticationRequest, RefreshToken } = ctx.oidc.entities;
  const source = AuthorizationCode ?? RefreshToken ?? BackchannelAuthenticationRequest;
  if (source !== undefined) await refuseEnded(ctx, source, deps);
  if (isThirdParty(token.client)) return thirdPartyClaims(token, deps);
  refuseLostOrganization(ctx, { source, token });
  return {
    ...common,
    'grant-id': grantClaim(hashOfName(token.grantId)),
    acr: source?.acr,
    amr: source?.amr,
    auth_time: source?.authTime,
    ...(await accounts.claimsOf(context, token.accountId)),
    // A refresh may ask for less than was granted.
    ...(await organizationClaim(token, token.accountId, { accounts, context })),
    ...(await deviceClaim(context, token, approval)),
  };
}

/** A token that is bound to the key of a paired device names the device. */
async function deviceClaim(
  context: Context,
  token: AccessToken,
  approval: DecoupledApproval,
): Promise<Readonly<Record<string, unknown>>> {
  const thumbprint = token.jkt;
  if (typeof thumbprint !== 'string') return {};
  const deviceId = await approval.deviceOf(context, { userId: token.accountId, thumbprint });
  return deviceId === undefined ? {} : { 'device-id': deviceId };
}

/** SPEC 1.11: the token tells the interfaces that its client is strict. */
function idempotencyClaim({ client }: AccessToken | ClientCredentials): Readonly<Record<string, unknown>> {
  const mode = client?.['portico_idempotency'];
  return mode === 'strict' ? { idempotency: mode } : {};
}

type Source = NonNullable<
  | KoaContextWithOIDC['oidc']['entities']['AuthorizationCode']
  | KoaContextWithOIDC['oidc']['entities']['RefreshToken']
  | KoaContextWithOIDC['oidc']['entities']['BackchannelAuthenticationRequest']
>;

/** Throws if the session or the client of an artefact was ended, even if the artefact itself still exists. */
async function refuseEnded(ctx: KoaContextWithOIDC, source: Source, deps: AdapterDeps): Promise<void> {
  const { sessionUid } = source;
  // A code that was issued while the user signed out has a grant that the sign-out did not find.
  if (sessionUid !== undefined && (await isSessionEnded(deps, sessionUid)))
    throw new errors.InvalidGrant('grant not found, because its session was ended');
  const { bankId, db } = deps.context;
  const revokedAt = await findClientRevokedAt(db, bankId, source.clientId ?? '');
  // On rotation, `source` is the new refresh token; the time of the old one counts.
  const madeAtSeconds = ctx.oidc.entities.RotatedRefreshToken?.iat ?? source.iat ?? 0;
  if (revokedAt !== undefined && madeAtSeconds * 1_000 <= revokedAt.epochMilliseconds)
    throw new errors.InvalidGrant('grant not found, because its client was disabled');
}
