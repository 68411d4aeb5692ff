import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  None,
} from 'openid-client';
import {
  type PrivateKeyAuthentication,
  privateKeyAuthentication,
} from '#adapters/openid/private-key-authentication.ts';
import { isProviderUnavailable } from '#adapters/openid/provider-failure.ts';
import { callsTo, type ProviderAddress } from '#adapters/openid/provider-metadata.ts';
import type {
  BegunLogin,
  LoginBeginning,
  LoginCode,
  LoginProof,
  LoginProvider,
} from '#capabilities/identity/ports/login-providers.ts';
import type { Log } from '#platform/log/logger.ts';
import { displayLogin } from './display-login.ts';

/** Client authentication. Without secret or key only PKCE and the nonce protect the code. */
export type LoginClientAuthentication =
  | ({ readonly method: 'private_key_jwt' } & PrivateKeyAuthentication)
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly secret: string }
  | { readonly method: 'none' };

/** Connection of one bank to one provider. */
export interface OpenidLoginProviderOptions extends ProviderAddress {
  readonly bankId: string;
  readonly provider: string;
  readonly authentication: LoginClientAuthentication;
  /** Redirect URIs of the bank's applications as registered at the provider; the first is the default. */
  readonly redirectUris: readonly [string, ...string[]];
  /** Present where linked logins sign in: the name that the page shows, and where the browser comes back. */
  readonly page?: { readonly name: string; readonly redirectUri: string } | undefined;
  readonly log: Log;
}

/** RFC 7636 4.1. */
const verifierShape = /^[\w.~-]{43,128}$/;
/** OpenID Connect Core 2: at most 255 characters of ASCII. */
const subjectShape = /^[\x20-\x7E]{1,255}$/;

const verificationFailed: LoginProof = { kind: 'not-proven' };

/** An OpenID provider of customer logins: redeems codes that the application submits, and validates the ID token. */
export async function createOpenidLoginProvider(options: OpenidLoginProviderOptions): Promise<LoginProvider> {
  const callProvider = callsTo(options, await clientAuthentication(options.authentication));
  const { page } = options;
  const accepted = [...options.redirectUris, ...(page === undefined ? [] : [page.redirectUri])];
  return {
    provider: options.provider,
    page: page && {
      ...page,
      begin: (beginning) =>
        callProvider((provider) => beginAt(provider, page.redirectUri, beginning)).catch(
          (error: unknown): BegunLogin => {
            tell(options, error);
            return { kind: 'away' };
          },
        ),
    },
    async redeem(given) {
      const redirectUri = given.redirectUri ?? options.redirectUris[0];
      // Checked before the provider is called: with an empty verifier the library would omit PKCE.
      if (!verifierShape.test(given.codeVerifier) || !accepted.includes(redirectUri))
        return verificationFailed;
      try {
        return await callProvider((provider) => redeem(provider, { ...given, redirectUri }));
        // Either the submitted code is invalid, or the provider is faulty; the log has the reason.
      } catch (error) {
        tell(options, error);
        return isProviderUnavailable(error) ? { kind: 'away' } : verificationFailed;
      }
    },
  };
}

async function clientAuthentication(given: LoginClientAuthentication): Promise<ClientAuth> {
  switch (given.method) {
    case 'private_key_jwt':
      return privateKeyAuthentication(given);
    case 'client_secret_basic':
      return ClientSecretBasic(given.secret);
    case 'client_secret_post':
      return ClientSecretPost(given.secret);
    case 'none':
      return None();
  }
}

/** Requests no claims but the subject: some providers post the response when a name or an address is requested. */
async function beginAt(
  configuration: Configuration,
  redirectUri: string,
  { codeVerifier, nonce, state }: LoginBeginning,
): Promise<BegunLogin> {
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return address.protocol === 'https:' ? { kind: 'begun', address: address.href } : { kind: 'away' };
}

async function redeem(
  configuration: Configuration,
  { code, codeVerifier, nonce, redirectUri }: LoginCode & { readonly redirectUri: string },
): Promise<LoginProof> {
  const { issuer } = configuration.serverMetadata();
  const back = new URL(redirectUri);
  back.searchParams.set('code', code);
  // RFC 9207: the application has seen the issuer of the response and names the provider. The ID token confirms it.
  back.searchParams.set('iss', issuer);
  const tokens = await authorizationCodeGrant(configuration, back, {
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || !subjectShape.test(claims.sub)) return verificationFailed;
  const login = displayLogin(claims);
  // A subject of spaces is invalid.
  return login === '' ? verificationFailed : { kind: 'proven', issuer, subject: claims.sub, login };
}

/** Logs class, code and stack location of an error; texts of the provider are not logged. */
function tell({ bankId, log, provider }: OpenidLoginProviderOptions, error: unknown): void {
  const concerned = { aggregateKind: 'login-provider', aggregateId: provider };
  log.warn({ bankId, ...concerned, error }, 'login verification failed');
}
