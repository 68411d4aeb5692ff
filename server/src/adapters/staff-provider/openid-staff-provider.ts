import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  type Configuration,
  calculatePKCECodeChallenge,
} from 'openid-client';
import {
  type PrivateKeyAuthentication,
  privateKeyAuthentication,
} from '#adapters/openid/private-key-authentication.ts';
import { callsTo, type ProviderAddress } from '#adapters/openid/provider-metadata.ts';
import type {
  StaffProvider,
  StaffSignInEnd,
  StaffSignInRequest,
  StaffSignInReturn,
  StaffSignInStart,
} from '#capabilities/oauth/ports/staff-provider.ts';
import type { Log } from '#platform/log/logger.ts';
import { resultOf } from './provider-failure.ts';

/** Connection to one bank's provider. */
export interface OpenidStaffProviderOptions extends ProviderAddress, PrivateKeyAuthentication {
  readonly bankId: string;
  readonly scope: string;
  /** The parameter that requests a stronger authentication. */
  readonly acrParameter: 'acr_values' | 'claims';
  readonly rules: StaffProvider['rules'];
  readonly log: Log;
}

/** A bank's OpenID provider: code flow with PKCE, state, nonce and `iss`, with pushed requests if supported. */
export async function createOpenidStaffProvider(options: OpenidStaffProviderOptions): Promise<StaffProvider> {
  const callProvider = callsTo(options, await privateKeyAuthentication(options));
  return {
    rules: options.rules,
    async begin(request) {
      try {
        return await callProvider((provider) => begin(provider, options, request));
        // Any failure means that staff cannot sign in now; the page says so and the log has the reason.
      } catch (error) {
        tell(options, error, 'failed to start staff sign-in at the provider');
        return { kind: 'away' };
      }
    },
    async finish(back) {
      try {
        return await callProvider((provider) => finish(provider, options, back));
        // The callback is either valid or one of a few kinds of failure.
      } catch (error) {
        const result = resultOf(error);
        if (result.kind !== 'cancelled') tell(options, error, 'staff sign-in failed');
        return result;
      }
    },
  };
}

async function begin(
  configuration: Configuration,
  options: OpenidStaffProviderOptions,
  { maxAgeSeconds, requiresNewSignIn, redirectUri, secrets, ...request }: StaffSignInRequest,
): Promise<StaffSignInStart> {
  const parameters = {
    redirect_uri: redirectUri,
    scope: options.scope,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    max_age: String(maxAgeSeconds),
    ...(requiresNewSignIn ? { prompt: 'login' } : {}),
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
  { acrParameter, rules }: OpenidStaffProviderOptions,
  { acrValues }: Pick<StaffSignInRequest, 'acrValues'>,
): Readonly<Record<string, string>> {
  if (acrValues.length === 0) return {};
  if (acrParameter === 'acr_values') return { acr_values: acrValues.join(' ') };
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

/** Logs class, code and stack location of an error; texts of the provider are not logged. */
function tell({ bankId, log }: OpenidStaffProviderOptions, error: unknown, message: string): void {
  log.warn({ bankId, error }, message);
}
