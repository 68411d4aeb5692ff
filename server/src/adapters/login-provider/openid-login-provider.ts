import {
  authorizationCodeGrant,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  None,
} from 'openid-client';
import { createTurnstile } from '#adapters/openid/limit-concurrency.ts';
import {
  type PrivateKeyAuthentication,
  privateKeyAuthentication,
} from '#adapters/openid/private-key-authentication.ts';
import { isProviderAway } from '#adapters/openid/provider-failure.ts';
import { keepMetadata, type ProviderAddress } from '#adapters/openid/provider-metadata.ts';
import type { LoginCode, LoginProof, LoginProvider } from '#capabilities/identity/ports/login-providers.ts';
import type { Log } from '#platform/log/logger.ts';
import { displayLogin } from './display-login.ts';

/** How we prove that we are the client over there. Without secret or key only PKCE and the nonce hold the code. */
export type LoginClientAuthentication =
  | ({ readonly method: 'private_key_jwt' } & PrivateKeyAuthentication)
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly secret: string }
  | { readonly method: 'none' };

/** How one provider is reached on behalf of one bank. */
export interface OpenidLoginProviderOptions extends ProviderAddress {
  readonly bankId: string;
  readonly provider: string;
  readonly authentication: LoginClientAuthentication;
  /** Where applications of the bank may have been sent back to, as the provider knows them; the first by default. */
  readonly redirectUris: readonly [string, ...string[]];
  readonly log: Log;
}

/** Conversations with a provider at the same time. One that is slow must not hold all our requests with it. */
const atOnceMax = 32;
/** RFC 7636 4.1. */
const verifierShape = /^[\w.~-]{43,128}$/;
/** OpenID Connect Core 2: at most 255 characters of ASCII. */
const subjectShape = /^[\x20-\x7E]{1,255}$/;

const notProven: LoginProof = { kind: 'not-proven' };

/** An OpenID provider at which customers have a login: redeems codes that their application brings, and judges the ID token. */
export async function createOpenidLoginProvider(options: OpenidLoginProviderOptions): Promise<LoginProvider> {
  const metadata = keepMetadata(options, await clientAuthentication(options.authentication));
  const talk = createTurnstile(atOnceMax);
  return {
    provider: options.provider,
    async redeem(given) {
      const redirectUri = given.redirectUri ?? options.redirectUris[0];
      // Asked before the provider is: with an empty verifier the library would leave PKCE out.
      if (!verifierShape.test(given.codeVerifier) || !options.redirectUris.includes(redirectUri))
        return notProven;
      try {
        return await talk(async () => redeem(await metadata.get(), { ...given, redirectUri }));
        // Either what was brought is not good, or the provider is not; the log says why.
      } catch (error) {
        tell(options, error);
        return isProviderAway(error) ? { kind: 'away' } : notProven;
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

async function redeem(
  configuration: Configuration,
  { code, codeVerifier, nonce, redirectUri }: LoginCode & { readonly redirectUri: string },
): Promise<LoginProof> {
  const { issuer } = configuration.serverMetadata();
  const back = new URL(redirectUri);
  back.searchParams.set('code', code);
  // RFC 9207: the application has seen who answered, and says so by the word for the provider. The ID token says it again.
  back.searchParams.set('iss', issuer);
  const tokens = await authorizationCodeGrant(configuration, back, {
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || !subjectShape.test(claims.sub)) return notProven;
  const login = displayLogin(claims);
  // A subject of blanks is none.
  return login === '' ? notProven : { kind: 'proven', issuer, subject: claims.sub, login };
}

/** Class, code and place of an error are written; what the provider said stays out of the log. */
function tell({ bankId, log, provider }: OpenidLoginProviderOptions, error: unknown): void {
  const concerned = { aggregateKind: 'login-provider', aggregateId: provider };
  log.warn({ bankId, ...concerned, error }, 'a login could not be proven');
}
