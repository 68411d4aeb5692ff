import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffSignInRequest } from '#capabilities/oauth/ports/staff-provider.ts';
import { staffProviderSuite } from '#capabilities/oauth/testing/staff-provider.suite.ts';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createOpenidStaffProvider, type OpenidStaffProviderOptions } from './openid-staff-provider.ts';
import { visitProvider } from './staff-browser.suite.ts';
import { anna, callback, openProvider, rules } from './staff-harness.suite.ts';
import { startUpstream, type UpstreamProvider } from './upstream-provider.suite.ts';

describe.each(['supported', 'unknown'] as const)('with pushed requests %s', (pushedRequests) => {
  staffProviderSuite(async () => {
    const upstream = await startUpstream({ redirectUris: [callback], pushedRequests });
    const provider = await openProvider(upstream);
    return {
      provider,
      subject: anna.subject,
      visit: (url, deed) =>
        visitProvider(upstream, url, deed === 'cancel' ? { ...anna, error: 'access_denied' } : anna),
      leave: () => upstream.setMode('broken'),
      async [Symbol.asyncDispose]() {
        await provider[Symbol.asyncDispose]();
        await upstream[Symbol.asyncDispose]();
      },
    };
  });
});

const request: StaffSignInRequest = {
  secrets: { state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) },
  redirectUri: callback,
  acrValues: [],
  maxAgeSeconds: 600,
  requiresNewSignIn: false,
};

describe('the authorization request', () => {
  let upstream: UpstreamProvider;
  beforeAll(async () => {
    upstream = await startUpstream({
      redirectUris: [callback],

      pushedRequests: 'unknown',
    });
  });
  afterAll(async () => {
    await upstream[Symbol.asyncDispose]();
  });

  const askedFor = async (
    given: Partial<StaffSignInRequest>,
    options: Partial<OpenidStaffProviderOptions> = {},
  ): Promise<Readonly<Record<string, string>>> => {
    await using provider = await openProvider(upstream, options);
    const start = await provider.begin({ ...request, ...given });
    return start.kind === 'redirect' ? Object.fromEntries(start.url.searchParams) : {};
  };

  it('asks for a code with PKCE, bound to this sign-in', async () => {
    expect(await askedFor({})).toEqual({
      client_id: 'portico',
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid',
      state: 'the-state',
      nonce: 'the-nonce',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      max_age: '600',
    });
  });

  it('asks for a fresh sign-in and an authentication class, if required', async () => {
    const wanted = { requiresNewSignIn: true, maxAgeSeconds: 30, acrValues: ['gold', 'silver'] };
    expect(await askedFor(wanted)).toMatchObject({
      prompt: 'login',
      max_age: '30',
      acr_values: 'gold silver',
    });
  });

  it('asks for an authentication class by the claims parameter, if configured', async () => {
    const options = { acrParameter: 'claims', rules: { ...rules, acrClaim: 'acrs' } } as const;
    const one = await askedFor({ acrValues: ['c1'] }, options);
    expect(JSON.parse(one['claims'] ?? '')).toEqual({ id_token: { acrs: { essential: true, value: 'c1' } } });
    const two = await askedFor({ acrValues: ['c1', 'c2'] }, options);
    expect(JSON.parse(two['claims'] ?? '')).toEqual({
      id_token: { acrs: { essential: true, values: ['c1', 'c2'] } },
    });
    expect(one['acr_values']).toBeUndefined();
  });
});

/** A provider with scripted responses. */
function scriptedProvider(metadata: Readonly<Record<string, unknown>> = {}): {
  readonly fetch: EgressFetch;
  readonly seen: { readonly url: string; readonly body: URLSearchParams }[];
} {
  const seen: { readonly url: string; readonly body: URLSearchParams }[] = [];
  const issuer = 'https://login.test/tenant';
  return {
    seen,
    fetch: async (input, init) => {
      const { body, url } = new Request(input instanceof Request ? input : input.toString(), init ?? {});
      seen.push({ url, body: new URLSearchParams(await new Response(body).text()) });
      if (url.includes('.well-known'))
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          pushed_authorization_request_endpoint: `${issuer}/par`,
          jwks_uri: `${issuer}/jwks`,
          ...metadata,
        });
      return Response.json({ request_uri: 'urn:example:1', expires_in: 60 }, { status: 201 });
    },
  };
}

async function requests(
  fetch: EgressFetch,
  options: Partial<OpenidStaffProviderOptions> = {},
): ReturnType<typeof createOpenidStaffProvider> {
  const { privateKey } = await generateKeyPair('PS256', { extractable: true });
  return createOpenidStaffProvider({
    bankId: '01',
    issuer: 'https://login.test/tenant',
    clientId: 'portico',
    key: { ...(await exportJWK(privateKey)), alg: 'PS256', kid: 'key-1' },
    assertionAudience: 'issuer',
    scope: 'openid profile',
    acrParameter: 'acr_values',
    rules,
    fetch,
    log: createLogger({ level: 'fatal' }),
    nowMs: () => 0,
    ...options,
  });
}

describe('the client assertion', () => {
  const assertionOf = (seen: ReturnType<typeof scriptedProvider>['seen']): string =>
    seen.find(({ url }) => url.endsWith('/par'))?.body.get('client_assertion') ?? '';

  it('is signed with our key and has the issuer as audience', async () => {
    const { fetch, seen } = scriptedProvider();
    await (await requests(fetch)).begin(request);
    expect(decodeProtectedHeader(assertionOf(seen))).toEqual({ alg: 'PS256', kid: 'key-1' });
    expect(decodeJwt(assertionOf(seen))).toMatchObject({
      iss: 'portico',
      sub: 'portico',
      aud: 'https://login.test/tenant',
    });
  });

  it('has the certificate thumbprint and the token endpoint as audience, if configured', async () => {
    const { fetch, seen } = scriptedProvider();
    const { privateKey } = await generateKeyPair('PS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), alg: 'PS256', 'x5t#S256': 'thumb' };
    await (await requests(fetch, { key, assertionAudience: 'token-endpoint' })).begin(request);
    expect(decodeProtectedHeader(assertionOf(seen))).toEqual({ alg: 'PS256', 'x5t#S256': 'thumb' });
    expect(decodeJwt(assertionOf(seen)).aud).toBe('https://login.test/tenant/token');
  });

  it('cannot be made with a public key', async () => {
    const { publicKey } = await generateKeyPair('PS256', { extractable: true });
    const key = { ...(await exportJWK(publicKey)), alg: 'PS256' };
    await expect(requests(scriptedProvider().fetch, { key })).rejects.toThrow('no private key');
  });
});

describe('the metadata of the provider', () => {
  it('is fetched once for ten minutes, for any number of callers', async () => {
    const { fetch, seen } = scriptedProvider();
    let nowMs = 0;
    const provider = await requests(fetch, { nowMs: () => nowMs });
    const discoveries = (): number => seen.filter(({ url }) => url.includes('.well-known')).length;
    await Promise.all([provider.begin(request), provider.begin(request)]);
    nowMs = 599_999;
    await provider.begin(request);
    expect(discoveries()).toBe(1);
    nowMs = 600_000;
    await provider.begin(request);
    expect(discoveries()).toBe(2);
  });

  it('is fetched again after a failure', async () => {
    const { fetch } = scriptedProvider();
    let isAway = true;
    const provider = await requests(async (input, init) => {
      if (isAway) throw new EgressRefused('unreachable', { purpose: 'staff' });
      return fetch(input, init);
    });
    expect(await provider.begin(request)).toEqual({ kind: 'away' });
    isAway = false;
    expect(await provider.begin(request)).toMatchObject({ kind: 'redirect' });
  });

  it.each([
    ['another name', { issuer: 'https://evil.test' }],
    ['a placeholder for every tenant', { issuer: 'https://login.test/{tenantid}' }],
    ['an unencrypted URL', { authorization_endpoint: 'http://login.test/authorize' }],
  ])('is rejected with %s', async (_what, metadata) => {
    const provider = await requests(scriptedProvider(metadata).fetch);
    expect(await provider.begin(request)).toEqual({ kind: 'away' });
  });

  it('is rejected with a placeholder that the library accepts', async () => {
    const issuer = 'https://login.microsoftonline.com/organizations/v2.0';
    const { fetch } = scriptedProvider({ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' });
    const provider = await requests(fetch, { issuer });
    expect(await provider.begin(request)).toEqual({ kind: 'away' });
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
    const waiting = Array.from({ length: 32 }, () => provider.begin(request));
    expect(await provider.begin(request)).toEqual({ kind: 'away' });
    resolve();
    const kinds = (await Promise.all(waiting)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['redirect']));
    expect(await provider.begin(request)).toMatchObject({ kind: 'redirect' });
  });
});
