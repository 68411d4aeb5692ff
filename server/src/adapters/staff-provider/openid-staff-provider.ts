import { importJWK, type JWK } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  type ClientAuth,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  modifyAssertion,
  PrivateKeyJwt,
} from 'openid-client';
import type {
  StaffProvider,
  StaffSignInEnd,
  StaffSignInRequest,
  StaffSignInReturn,
  StaffSignInStart,
} from '#capabilities/oauth/ports/staff-provider.ts';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import type { Log } from '#platform/log/logger.ts';
import { createKeptValue } from './kept-value.ts';
import { UnfitMetadata, verdictOn } from './provider-failure.ts';
import { createTurnstile } from './turnstile.ts';

/** How one bank's provider is reached, and how it wants to be spoken to. */
export interface OpenidStaffProviderOptions {
  readonly bankId: string;
  /** Exactly as the provider spells it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Private key for `private_key_jwt`; `alg` says how it signs, `x5t#S256` is shown to providers that ask for it. */
  readonly key: JWK;
  /** Whom client assertions are addressed to: RFC 7523 says either, providers take one of them. */
  readonly assertionAudience: 'issuer' | 'token-endpoint';
  readonly scope: string;
  /** By which parameter a stronger sign-in is asked for. */
  readonly acrAskedBy: 'acr_values' | 'claims';
  readonly rules: StaffProvider['rules'];
  readonly fetch: EgressFetch;
  readonly log: Log;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/** What the provider says about itself is believed for this long; its keys, by the library, for half of it. */
const metadataFreshForMs = 600_000;
const clockToleranceSeconds = 10;
/** Conversations with a provider at the same time. One that is slow must not hold all our requests with it. */
const atOnceMax = 32;

/** A bank's OpenID provider: code flow with PKCE, state, nonce and `iss`, pushed where the provider takes it. */
export async function createOpenidStaffProvider(options: OpenidStaffProviderOptions): Promise<StaffProvider> {
  const authentication = await clientAuthentication(options);
  const metadata = createKeptValue(() => discover(options, authentication), {
    freshForMs: metadataFreshForMs,
    nowMs: options.nowMs,
  });
  const talk = createTurnstile(atOnceMax);
  return {
    rules: options.rules,
    async begin(request) {
      try {
        return await talk(async () => begin(await metadata.get(), options, request));
        // Whatever it is, nobody can sign in now; the page says so and the log says why.
      } catch (error) {
        tell(options, error, 'staff cannot be sent to their provider');
        return { kind: 'away' };
      }
    },
    async finish(back) {
      try {
        return await talk(async () => finish(await metadata.get(), options, back));
        // What came back from outside is either fine or one of a few ways of failing.
      } catch (error) {
        const verdict = verdictOn(error);
        if (verdict.kind !== 'cancelled') tell(options, error, 'staff could not be signed in');
        return verdict;
      }
    },
  };
}

async function clientAuthentication({
  assertionAudience,
  key,
}: OpenidStaffProviderOptions): Promise<ClientAuth> {
  const imported = await importJWK(key);
  if (imported instanceof Uint8Array || imported.type !== 'private') throw new Error('no private key');
  const thumbprint = key['x5t#S256'];
  const signing = { key: imported, ...(key.kid === undefined ? {} : { kid: key.kid }) };
  return (server, client, body, headers) =>
    PrivateKeyJwt(signing, {
      [modifyAssertion]: (header, payload) => {
        if (thumbprint !== undefined) Object.assign(header, { 'x5t#S256': thumbprint });
        if (assertionAudience === 'token-endpoint') Object.assign(payload, { aud: server.token_endpoint });
      },
    })(server, client, body, headers);
}

async function discover(
  { clientId, fetch, issuer }: OpenidStaffProviderOptions,
  authentication: ClientAuth,
): Promise<Configuration> {
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: clockToleranceSeconds },
    authentication,
    {
      [customFetch]: (url, { body, headers, method }) =>
        fetch(url, { method, headers, ...(body === undefined || body === null ? {} : { body }) }),
    },
  );
  // The library lets one large provider answer for all of its tenants; a bank's staff come from one.
  if (configuration.serverMetadata().issuer !== issuer) throw new UnfitMetadata();
  // The connection vouches for an ID token that comes by it; its signature does so too, and is looked at.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

async function begin(
  configuration: Configuration,
  options: OpenidStaffProviderOptions,
  { maxAgeSeconds, mustSignInAnew, redirectUri, secrets, ...request }: StaffSignInRequest,
): Promise<StaffSignInStart> {
  const parameters = {
    redirect_uri: redirectUri,
    scope: options.scope,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    max_age: String(maxAgeSeconds),
    ...(mustSignInAnew ? { prompt: 'login' } : {}),
    ...acrParameters(options, request),
  };
  const hasPar = configuration.serverMetadata().pushed_authorization_request_endpoint !== undefined;
  return {
    kind: 'redirect',
    url: hasPar
      ? await buildAuthorizationUrlWithPAR(configuration, parameters)
      : buildAuthorizationUrl(configuration, parameters),
  };
}

function acrParameters(
  { acrAskedBy, rules }: OpenidStaffProviderOptions,
  { acrValues }: Pick<StaffSignInRequest, 'acrValues'>,
): Readonly<Record<string, string>> {
  if (acrValues.length === 0) return {};
  if (acrAskedBy === 'acr_values') return { acr_values: acrValues.join(' ') };
  const wanted = acrValues.length === 1 ? { value: acrValues[0] } : { values: acrValues };
  return { claims: JSON.stringify({ id_token: { [rules.acrClaim]: { essential: true, ...wanted } } }) };
}

async function finish(
  configuration: Configuration,
  { issuer }: OpenidStaffProviderOptions,
  { parameters, redirectUri, secrets }: StaffSignInReturn,
): Promise<StaffSignInEnd> {
  const tokens = await authorizationCodeGrant(
    configuration,
    new URL(`${redirectUri}?${parameters.toString()}`),
    {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    },
  );
  const claims = tokens.claims();
  if (claims === undefined) return { kind: 'not-proven' };
  return { kind: 'proven', proof: { issuer, subject: claims.sub, claims } };
}

/** Class, code and place of an error are written; what the provider said stays out of the log. */
function tell({ bankId, log }: OpenidStaffProviderOptions, error: unknown, message: string): void {
  log.warn({ bankId, error }, message);
}
