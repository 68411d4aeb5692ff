import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  type Configuration,
  calculatePKCECodeChallenge,
} from 'openid-client';
import { createTurnstile } from '#adapters/openid/limit-concurrency.ts';
import {
  type PrivateKeyAuthentication,
  privateKeyAuthentication,
} from '#adapters/openid/private-key-authentication.ts';
import { keepMetadata, type ProviderAddress } from '#adapters/openid/provider-metadata.ts';
import type {
  StaffProvider,
  StaffSignInEnd,
  StaffSignInRequest,
  StaffSignInReturn,
  StaffSignInStart,
} from '#capabilities/oauth/ports/staff-provider.ts';
import type { Log } from '#platform/log/logger.ts';
import { verdictOn } from './provider-failure.ts';

/** How one bank's provider is reached, and how it wants to be spoken to. */
export interface OpenidStaffProviderOptions extends ProviderAddress, PrivateKeyAuthentication {
  readonly bankId: string;
  readonly scope: string;
  /** By which parameter a stronger sign-in is asked for. */
  readonly acrAskedBy: 'acr_values' | 'claims';
  readonly rules: StaffProvider['rules'];
  readonly log: Log;
}

/** Conversations with a provider at the same time. One that is slow must not hold all our requests with it. */
const atOnceMax = 32;

/** A bank's OpenID provider: code flow with PKCE, state, nonce and `iss`, pushed where the provider takes it. */
export async function createOpenidStaffProvider(options: OpenidStaffProviderOptions): Promise<StaffProvider> {
  const metadata = keepMetadata(options, await privateKeyAuthentication(options));
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
