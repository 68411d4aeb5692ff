import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { LoginCode, LoginProvider } from '#capabilities/identity/ports/login-providers.ts';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createOpenidLoginProvider, type OpenidLoginProviderOptions } from './openid-login-provider.ts';

const issuer = 'https://login.test/tenant';
const secret = 's'.repeat(32);
const signing = await generateKeyPair('ES256', { extractable: true });
const publicJwk = { ...(await exportJWK(signing.publicKey)), alg: 'ES256', kid: '1', use: 'sig' };

type Signer = (claims: JWTPayload) => Promise<string> | string;
const signedWell: Signer = (claims) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: '1' }).sign(signing.privateKey);

interface LoginClaims {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly sign?: Signer;
  readonly tokens?: Readonly<Record<string, unknown>>;
}

interface Seen {
  readonly url: string;
  readonly headers: Headers;
  readonly body: URLSearchParams;
}

/** A provider with scripted responses. */
function scriptedProvider({ metadata = {}, sign = signedWell, tokens = {} }: LoginClaims = {}): {
  readonly fetch: EgressFetch;
  readonly seen: Seen[];
} {
  const seen: Seen[] = [];
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: issuer,
    aud: 'portico',
    sub: 'bea',
    nonce: 'n',
    iat: nowSeconds,
    exp: nowSeconds + 60,
  };
  return {
    seen,
    fetch: async (input, init) => {
      const { body, headers, url } = new Request(
        input instanceof Request ? input : input.toString(),
        init ?? {},
      );
      seen.push({ url, headers, body: new URLSearchParams(await new Response(body).text()) });
      if (url.endsWith('/jwks')) return Response.json({ keys: [publicJwk] });
      if (url.endsWith('/token'))
        return Response.json({
          access_token: 'a',
          token_type: 'Bearer',
          id_token: await sign(claims),
          ...tokens,
        });
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
        ...metadata,
      });
    },
  };
}

const requests = (
  fetch: EgressFetch,
  options: Partial<OpenidLoginProviderOptions> = {},
): Promise<LoginProvider> =>
  createOpenidLoginProvider({
    bankId: '01',
    provider: 'google',
    issuer,
    clientId: 'portico',
    authentication: { method: 'client_secret_basic', secret },
    redirectUris: ['https://app.test/linked', 'test.app:/linked'],
    fetch,
    log: createLogger({ level: 'fatal' }),
    nowMs: () => 0,
    ...options,
  });

const given: LoginCode = { code: 'c', codeVerifier: 'v'.repeat(43), nonce: 'n', redirectUri: undefined };
const proofIn = async (words: LoginClaims): Promise<string> =>
  (await (await requests(scriptedProvider(words).fetch)).redeem(given)).kind;

describe('the request to a provider', () => {
  it('has exactly the code, the verifier, the redirect URI and the client', async () => {
    const { fetch, seen } = scriptedProvider();
    const redirectUri = 'test.app:/linked';
    expect(await (await requests(fetch)).redeem({ ...given, redirectUri })).toMatchObject({ kind: 'proven' });
    const requested = seen.find(({ url }) => url.endsWith('/token'));
    expect(Object.fromEntries(requested?.body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: given.code,
      code_verifier: given.codeVerifier,
      redirect_uri: redirectUri,
    });
    expect(requested?.headers.get('authorization')).toBe(`Basic ${btoa(`portico:${secret}`)}`);
  });

  it.each([
    ['an unregistered redirect URI', { redirectUri: 'https://app.test/linked/' }],
    ['no verifier, for which the library would omit PKCE', { codeVerifier: '' }],
    ['a verifier that is too short', { codeVerifier: 'v'.repeat(42) }],
    ['a verifier that is too long', { codeVerifier: 'v'.repeat(129) }],
    ['a verifier with invalid characters', { codeVerifier: `${'v'.repeat(43)}\n` }],
  ])('is not sent with %s', async (_what, change) => {
    const { fetch, seen } = scriptedProvider();
    expect(await (await requests(fetch)).redeem({ ...given, ...change })).toEqual({ kind: 'not-proven' });
    expect(seen).toEqual([]);
  });
});

describe('a signature', () => {
  it('is accepted with the key of the provider', async () => {
    expect(await proofIn({})).toBe('proven');
  });

  const encoded = new TextEncoder();
  it.each<[string, Signer]>([
    ['it is missing', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'it uses our secret',
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(encoded.encode(secret)),
    ],
    [
      'it uses the public key as a secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: '1' })
          .sign(encoded.encode(JSON.stringify(publicJwk))),
    ],
    [
      'it contains its own key',
      async (claims) => {
        const own = await generateKeyPair('ES256', { extractable: true });
        const jwk = await exportJWK(own.publicKey);
        return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: '1', jwk }).sign(own.privateKey);
      },
    ],
    [
      'the claims were changed afterwards',
      async (claims) => {
        const [header, , signature] = (await signedWell(claims)).split('.');
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'anna' })).toString('base64url');
        return `${header}.${changed}.${signature}`;
      },
    ],
  ])('is rejected when %s, even if the metadata allows it', async (_what, sign) => {
    expect(await proofIn({ sign })).toBe('not-proven');
  });

  it('is required: an access token proves nothing', async () => {
    expect(await proofIn({ tokens: { id_token: undefined } })).toBe('not-proven');
  });
});

describe('the metadata of the provider', () => {
  it.each([
    ['another name', { issuer: 'https://evil.test' }],
    ['a placeholder for every tenant', { issuer: 'https://login.test/{tenantid}' }],
    ['an additional slash', { issuer: `${issuer}/` }],
    ['an unencrypted URL', { token_endpoint: 'http://login.test/token' }],
    ['no key location', { jwks_uri: undefined }],
  ])('is rejected with %s', async (_what, metadata) => {
    expect(await proofIn({ metadata })).not.toBe('proven');
  });

  it('makes the provider unavailable while it names another issuer, and our secret is not sent', async () => {
    const { fetch, seen } = scriptedProvider({ metadata: { issuer: 'https://evil.test' } });
    expect(await (await requests(fetch)).redeem(given)).toEqual({ kind: 'away' });
    expect(seen.map(({ headers, url }) => [url, headers.get('authorization')])).toEqual([
      [`${issuer}/.well-known/openid-configuration`, null],
    ]);
  });

  it.each([
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['nothing', () => new Response(null, { status: 404 })],
    ['no object', () => Response.json([])],
  ])('may be %s; then the provider is unavailable', async (_what, response) => {
    expect(await (await requests(async () => response())).redeem(given)).toEqual({ kind: 'away' });
  });

  it('is fetched once for ten minutes, for any number of callers, and again after a failure', async () => {
    const { fetch, seen } = scriptedProvider();
    let nowMs = 0;
    let isAway = true;
    const provider = await requests(
      async (input, init) => {
        if (isAway) throw new EgressRefused('timeout', { purpose: 'login' });
        return fetch(input, init);
      },
      { nowMs: () => nowMs },
    );
    const discoveries = (): number => seen.filter(({ url }) => url.includes('.well-known')).length;
    expect(await provider.redeem(given)).toEqual({ kind: 'away' });
    isAway = false;
    await Promise.all([provider.redeem(given), provider.redeem(given)]);
    nowMs = 599_999;
    await provider.redeem(given);
    expect(discoveries()).toBe(1);
    nowMs = 600_000;
    await provider.redeem(given);
    expect(discoveries()).toBe(2);
  });
});

describe('a slow provider', () => {
  it('has thirty-two concurrent calls at most; more fail at once, and later ones succeed', async () => {
    const { fetch } = scriptedProvider();
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const provider = await requests(async (input, init) => {
      await patience;
      return fetch(input, init);
    });
    const waiting = Array.from({ length: 32 }, () => provider.redeem(given));
    expect(await provider.redeem(given)).toEqual({ kind: 'away' });
    resolve();
    expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['proven']));
    expect(await provider.redeem(given)).toMatchObject({ kind: 'proven' });
  });
});
