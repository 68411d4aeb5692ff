import type {
  Account,
  Adapter,
  Configuration,
  KoaContextWithOIDC,
  Client as RegisteredClient,
} from 'oidc-provider';
import { assurances } from '#platform/auth/caller.ts';
import { browserLanguages } from '#platform/http/browser-languages.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import {
  clockToleranceSeconds,
  lifetimes,
  refreshTokenLifeSeconds,
  sessionLifeSeconds,
} from '../domain/lifetimes.ts';
import { isOrganisationIdentifier } from '../domain/resource-scope.ts';
import { isAccountEnded } from '../store/revocations.store.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type AdapterDeps, artefactAdapter } from './artefact-adapter.ts';
import { checkAssertion } from './assertions.ts';
import type { BankKeys } from './bank-keys.ts';
import { clientAdapter } from './client-adapter.ts';
import { fetchUncached } from './client-key-fetch.ts';
import { features } from './features.ts';
import { existingGrant } from './grants.ts';
import { interactionAdapter } from './interaction-adapter.ts';
import { textIn } from './library-values.ts';
import { sendPage } from './pages.ts';
import { hideOrganization, organizationClaim } from './representation.ts';
import { requestContextOf } from './request-context.ts';
import { interactionPathOf, type ServerDeps } from './server-deps.ts';
import { sessionAdapter } from './session-adapter.ts';
import { signInPolicy } from './sign-in-policy.ts';
import { isThirdParty } from './third-party-clients.ts';
import { requireStanding, type ThirdPartyDeps } from './third-party-requests.ts';
import { hideCustomer, isLasting } from './third-party-tokens.ts';
import { tokenClaims } from './token-claims.ts';
import { nameCustomer, ownTokenLifeSeconds } from './token-exchange.ts';

const algorithms = ['PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** What the library keeps of our clients beside its own metadata. */
const ownClientProperties = [
  'portico_kind',
  'portico_introspects',
  'portico_idempotency',
  'portico_scope',
  'portico_exchanges',
] as const;

/**
 * Configuration of one bank's server according to FAPI 2.0. It replaces the library's keys, storage and pages for
 * development.
 */
export function serverConfiguration(deps: ServerDeps, context: Context, keys: BankKeys): Configuration {
  const { bankId, clock } = context;
  const accounts = createAccounts(deps.customers);
  const thirdParties = { context, resources: deps.resources };
  return {
    adapter: (kind) =>
      adapterOf(kind, { context, vault: deps.artefactVault, thirdParties: deps.thirdParties }),
    // Copied, because the library modifies the keys.
    jwks: { keys: keys.privateKeys.map((key) => key) },
    features: features(deps, context, keys),
    clientAuthMethods: ['private_key_jwt', 'tls_client_auth'],
    clientDefaults: { id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'private_key_jwt' },
    extraClientMetadata: { properties: [...ownClientProperties] },
    responseTypes: ['code'],
    subjectTypes: ['public'],
    scopes: ['openid', 'offline_access'],
    acrValues: [...assurances],
    // In authorization requests; the library knows it for decoupled approval only.
    extraParams: ['login_hint_token'],
    claims: { openid: ['sub', 'acr', 'amr', 'auth_time'] },
    pkce: { required: () => true },
    clockTolerance: clockToleranceSeconds,
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    enabledJWA: {
      clientAuthSigningAlgValues: [...algorithms],
      dPoPSigningAlgValues: [...algorithms],
      idTokenSigningAlgValues: ['ES256'],
    },
    cookies: cookies(deps, bankId),
    interactions: {
      policy: signInPolicy({ accounts, context }),
      url: (_ctx, interaction) => interactionPathOf(bankId, interaction.uid),
    },
    ttl: ttl(clock),
    loadExistingGrant: (ctx) => existingGrant(ctx, deps.baseUrl),
    findAccount: (ctx, accountId, token) => findAccount(ctx, { accountId, token, accounts, ...thirdParties }),
    extraTokenClaims: (ctx, token) =>
      tokenClaims(ctx, token, { accounts, context, vault: deps.artefactVault, approval: deps.approval }),
    formats: { customizers: { jwt: completeToken } },
    issueRefreshToken: (_ctx, client, source) => mayRefresh(client, source, thirdParties),
    // GAP: the specification requires rotation of refresh tokens, FAPI 2.0 advises against it. ADR-0021
    rotateRefreshToken: true,
    // Ending a grant ends all its tokens.
    revokeGrantPolicy: () => true,
    assertJwtClientAuthClaimsAndHeader: async (ctx, claims) =>
      checkAssertion(ctx, claims, epochSeconds(clock.now())),
    fetch: fetchUncached(deps.fetchKeys),
    renderError: (ctx, out) =>
      sendPage(
        ctx,
        deps.pages.failure({
          error: out.error,
          description: out.error_description ?? '',
          requestId: requestContextOf(ctx.req).requestId,
          languages: browserLanguages(ctx.req),
        }),
      ),
  };
}

/** Names the customer of a service, and leaves out what a token must not show. */
function completeToken(...given: Parameters<typeof hideCustomer>): void {
  const [ctx, , parts] = given;
  hideCustomer(...given);
  nameCustomer(ctx, parts);
  hideOrganization(parts);
}

interface AccountCriteria {
  readonly accountId: string;
  /** The token or artefact that the account is loaded for, if any. */
  readonly token: unknown;
  readonly accounts: Accounts;
  readonly context: Context;
  readonly resources: ServerDeps['resources'];
}

async function mayRefresh(
  client: RegisteredClient,
  source: { readonly scopes: ReadonlySet<string> },
  thirdParties: ThirdPartyDeps,
): Promise<boolean> {
  if (isThirdParty(client)) return isLasting(source, thirdParties);
  return client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access');
}

/** Finds an account that may have tokens. An account whose sign-ins were ended is not found until its next sign-in. */
async function findAccount(
  ctx: KoaContextWithOIDC,
  { accountId, accounts, context, resources, token }: AccountCriteria,
): Promise<Account | undefined> {
  const { bankId, db } = context;
  if (isThirdParty(ctx.oidc.client)) await requireStanding(token, { context, resources });
  const signedInAtSeconds = signInOf(token) ?? ctx.oidc.session?.loginTs;
  const isOver =
    signedInAtSeconds !== undefined && (await isAccountEnded(db, { bankId, accountId, signedInAtSeconds }));
  const claims = isOver ? undefined : await accounts.claimsOf(context, accountId);
  // Before the code or the refresh token is consumed.
  if (claims !== undefined) await organizationClaim(token, accountId, { accounts, context });
  return claims && { accountId, claims: async () => ({ ...claims, sub: accountId }) };
}

/** Returns the sign-in time of a token or artefact. */
function signInOf(token: unknown): number | undefined {
  const authTime: unknown =
    typeof token === 'object' && token !== null ? Reflect.get(token, 'authTime') : undefined;
  return typeof authTime === 'number' ? authTime : undefined;
}

function adapterOf(kind: string, deps: AdapterDeps & Pick<ServerDeps, 'thirdParties'>): Adapter {
  switch (kind) {
    case 'Client':
      return clientAdapter(deps.context, deps.thirdParties);
    case 'Session':
      return sessionAdapter(deps);
    case 'Interaction':
      return interactionAdapter(deps);
    default:
      return artefactAdapter(kind, deps);
  }
}

function ttl(clock: Clock): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: lifetimes.accessToken,
    ClientCredentials: (ctx) => ownTokenLifeSeconds(ctx),
    IdToken: lifetimes.idToken,
    AuthorizationCode: lifetimes.authorizationCode,
    BackchannelAuthenticationRequest: lifetimes.backchannelRequest,
    Interaction: (_ctx, { params }) =>
      isOrganisationIdentifier(textIn(params, 'client_id')) ? lifetimes.signIn : lifetimes.interaction,
    Grant: lifetimes.sessionAbsolute,
    Session: (_ctx, session) => sessionLifeSeconds(session.loginTs, epochSeconds(clock.now())),
    RefreshToken: (_ctx, token, client: RegisteredClient) =>
      isThirdParty(client)
        ? lifetimes.resourceGrant
        : refreshTokenLifeSeconds(token.authTime, epochSeconds(clock.now())),
  };
}

/**
 * Cookie names with prefixes that bind them to this host and to https; browsers refuse the prefixes without https, in
 * development.
 */
function cookies({ baseUrl, keys }: ServerDeps, bankId: string): NonNullable<Configuration['cookies']> {
  const isSecure = baseUrl.startsWith('https:');
  const [whole, part] = isSecure ? ['__Host-', '__Secure-'] : ['', ''];
  const shared = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true } as const;
  return {
    names: {
      session: `${whole}portico-${bankId}-session`,
      interaction: `${part}portico-${bankId}-interaction`,
      resume: `${part}portico-${bankId}-resume`,
    },
    keys: keys.derive(bankId, 'cookies').map((secret) => secret.toString('base64url')),
    long: { ...shared, path: '/' },
    short: shared,
  };
}
