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

/** A provider that is nothing but its words, and whatever they are. */
function spokenProvider({ metadata = {}, sign = signedWell, tokens = {} }: LoginClaims = {}): {
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

const spokenTo = (
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
  (await (await spokenTo(spokenProvider(words).fetch)).redeem(given)).kind;

describe('what a provider is told', () => {
  it('is the code, the verifier and the address, letter by letter, and who we are', async () => {
    const { fetch, seen } = spokenProvider();
    const redirectUri = 'test.app:/linked';
    expect(await (await spokenTo(fetch)).redeem({ ...given, redirectUri })).toMatchObject({ kind: 'proven' });
    const asked = seen.find(({ url }) => url.endsWith('/token'));
    expect(Object.fromEntries(asked?.body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: given.code,
      code_verifier: given.codeVerifier,
      redirect_uri: redirectUri,
    });
    expect(asked?.headers.get('authorization')).toBe(`Basic ${btoa(`portico:${secret}`)}`);
  });

  it.each([
    ['an address that is not configured', { redirectUri: 'https://app.test/linked/' }],
    ['no verifier, for which the library would leave PKCE out', { codeVerifier: '' }],
    ['a verifier that is too short', { codeVerifier: 'v'.repeat(42) }],
    ['a verifier that is too long', { codeVerifier: 'v'.repeat(129) }],
    ['a verifier of other letters', { codeVerifier: `${'v'.repeat(43)}\n` }],
  ])('is nothing at all with %s', async (_what, change) => {
    const { fetch, seen } = spokenProvider();
    expect(await (await spokenTo(fetch)).redeem({ ...given, ...change })).toEqual({ kind: 'not-proven' });
    expect(seen).toEqual([]);
  });
});

describe('a signature', () => {
  it('counts when it is that of the provider', async () => {
    expect(await proofIn({})).toBe('proven');
  });

  const encoded = new TextEncoder();
  it.each<[string, Signer]>([
    ['there is none', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'it is made with our secret',
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(encoded.encode(secret)),
    ],
    [
      'it is made with the public key for a secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: '1' })
          .sign(encoded.encode(JSON.stringify(publicJwk))),
    ],
    [
      'it brings its own key',
      async (claims) => {
        const own = await generateKeyPair('ES256', { extractable: true });
        const jwk = await exportJWK(own.publicKey);
        return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: '1', jwk }).sign(own.privateKey);
      },
    ],
    [
      'the claims were changed after it',
      async (claims) => {
        const [header, , signature] = (await signedWell(claims)).split('.');
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'anna' })).toString('base64url');
        return `${header}.${changed}.${signature}`;
      },
    ],
  ])('does not count when %s, even where the provider says so', async (_what, sign) => {
    expect(await proofIn({ sign })).toBe('not-proven');
  });

  it('is needed: an access token proves nothing', async () => {
    expect(await proofIn({ tokens: { id_token: undefined } })).toBe('not-proven');
  });
});

describe('what the provider says about itself', () => {
  it.each([
    ['another name', { issuer: 'https://evil.test' }],
    ['a name that stands for every tenant', { issuer: 'https://login.test/{tenantid}' }],
    ['a slash too many', { issuer: `${issuer}/` }],
    ['an address without encryption', { token_endpoint: 'http://login.test/token' }],
    ['no place for its keys', { jwks_uri: undefined }],
  ])('is not believed with %s', async (_what, metadata) => {
    expect(await proofIn({ metadata })).not.toBe('proven');
  });

  it('keeps the provider away while it names another issuer, and our secret here', async () => {
    const { fetch, seen } = spokenProvider({ metadata: { issuer: 'https://evil.test' } });
    expect(await (await spokenTo(fetch)).redeem(given)).toEqual({ kind: 'away' });
    expect(seen.map(({ headers, url }) => [url, headers.get('authorization')])).toEqual([
      [`${issuer}/.well-known/openid-configuration`, null],
    ]);
  });

  it.each([
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['nothing', () => new Response(null, { status: 404 })],
    ['no object', () => Response.json([])],
  ])('may be %s; then it is away', async (_what, answer) => {
    expect(await (await spokenTo(async () => answer())).redeem(given)).toEqual({ kind: 'away' });
  });

  it('is asked once for ten minutes, however many ask, and again after it could not be had', async () => {
    const { fetch, seen } = spokenProvider();
    let nowMs = 0;
    let isAway = true;
    const provider = await spokenTo(
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

describe('a provider that is slow', () => {
  it('holds thirty-two at most; who comes then is told at once, and nobody is kept out for ever', async () => {
    const { fetch } = spokenProvider();
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const provider = await spokenTo(async (input, init) => {
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
