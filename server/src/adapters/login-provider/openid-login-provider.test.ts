import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UpstreamPerson } from '#adapters/staff-provider/upstream-person.suite.ts';
import type { UpstreamProvider } from '#adapters/staff-provider/upstream-provider.suite.ts';
import type { LoginProof, LoginProvider } from '#capabilities/identity/ports/login-providers.ts';
import { loginProviderSuite } from '#capabilities/identity/testing/login-provider.suite.ts';
import {
  bea,
  egressTimeoutMs,
  obtainCode,
  openLoginProvider,
  redirectUris,
  secret,
  startLoginUpstream,
} from './login-harness.suite.ts';
import type { LoginClientAuthentication } from './openid-login-provider.ts';

loginProviderSuite(async () => {
  const upstream = await startLoginUpstream();
  const provider = await openLoginProvider(upstream);
  return {
    provider,
    issuer: upstream.issuer,
    subject: bea.subject,
    redirectUris,
    signIn: async (requested) => (await obtainCode(upstream, requested)).code,
    leave: () => upstream.setMode('broken'),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
});

describe('a provider in a separate process', () => {
  let upstream: UpstreamProvider;
  let provider: LoginProvider & AsyncDisposable;
  beforeAll(async () => {
    upstream = await startLoginUpstream();
    provider = await openLoginProvider(upstream);
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  const proofOf = async (person: Partial<UpstreamPerson>): Promise<LoginProof> =>
    provider.redeem(await obtainCode(upstream, { person }));

  describe('believes us', () => {
    it.each<[string, LoginClientAuthentication]>([
      ['basic', { method: 'client_secret_basic', secret }],
      ['post', { method: 'client_secret_post', secret }],
      ['public', { method: 'none' }],
    ])('as its client %s', async (clientId, authentication) => {
      await using own = await openLoginProvider(upstream, { clientId, authentication });
      expect(await own.redeem(await obtainCode(upstream, { clientId }))).toMatchObject({
        kind: 'proven',
        subject: bea.subject,
      });
    });

    it.each<[string, LoginClientAuthentication]>([
      ['basic', { method: 'client_secret_basic', secret: 'wrong' }],
      ['post', { method: 'client_secret_post', secret: 'wrong' }],
    ])(
      'rejects a wrong secret of %s, which is not reported as an error of the customer',
      async (clientId, authentication) => {
        await using own = await openLoginProvider(upstream, { clientId, authentication });
        expect(await own.redeem(await obtainCode(upstream, { clientId }))).toEqual({ kind: 'away' });
      },
    );

    it('rejects an unknown key', async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const key = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'portico-1' };
      const authentication = { method: 'private_key_jwt', key, assertionAudience: 'issuer' } as const;
      await using own = await openLoginProvider(upstream, { authentication });
      expect(await own.redeem(await obtainCode(upstream))).toEqual({ kind: 'away' });
    });
  });

  it('rejects the code of another client', async () => {
    const given = await obtainCode(upstream, { clientId: 'public' });
    expect(await provider.redeem(given)).toEqual({ kind: 'not-proven' });
  });

  it('and another provider give two keys for the same subject', async () => {
    await using second = await startLoginUpstream();
    await using other = await openLoginProvider(second);
    const keys = [await proofOf({}), await other.redeem(await obtainCode(second))];
    expect(keys).toMatchObject([
      { kind: 'proven', issuer: upstream.issuer, subject: bea.subject },
      { kind: 'proven', issuer: second.issuer, subject: bea.subject },
    ]);
    expect(second.issuer).not.toBe(upstream.issuer);
    // And neither accepts a code of the other.
    expect(await other.redeem(await obtainCode(upstream))).toEqual({ kind: 'not-proven' });
  });

  it.each<[string, Partial<UpstreamPerson>]>([
    ['of another issuer', { wrongClaims: { iss: 'https://evil.test' } }],
    ['for another client', { wrongClaims: { aud: 'another-client' } }],
    ['for us and others, issued to another', { wrongClaims: { aud: ['portico', 'b'], azp: 'b' } }],
    ['that has expired', { wrongClaims: { exp: 1 } }],
    ['without an expiry', { wrongClaims: { exp: null } }],
    ['without nonce', { wrongClaims: { nonce: null } }],
    ['without subject', { wrongClaims: { sub: null } }],
    ['with a subject that is too long', { wrongClaims: { sub: 's'.repeat(256) } }],
    ['with a subject that a database cannot store', { wrongClaims: { sub: 'a\u0000b' } }],
    ['with an invisible subject', { wrongClaims: { sub: '   ' }, claims: {} }],
    ['with a subject that is not a string', { wrongClaims: { sub: 7 } }],
    ['signed with another key', { signature: 'foreign' }],
    ['without a signature', { signature: 'none' }],
  ])('is rejected with an ID token %s', async (what, person) => {
    // A separate subject: a faulty claim of one test must not affect the next.
    expect(await proofOf({ subject: `bea-${what}`, ...person })).toEqual({ kind: 'not-proven' });
  });

  it('is rejected with an ID token signed with the shared secret', async () => {
    const clientId = 'basic';
    const authentication = { method: 'client_secret_basic', secret } as const;
    await using own = await openLoginProvider(upstream, { clientId, authentication });
    const person = { subject: 'bea-shared', signature: 'shared' } as const;
    const given = await obtainCode(upstream, { clientId, person });
    expect(await own.redeem(given)).toEqual({ kind: 'not-proven' });
  });

  it('stores a subject of full length, although the displayed one is truncated', async () => {
    const subject = 's'.repeat(255);
    const proof = await proofOf({ subject: 'long', wrongClaims: { sub: subject }, claims: {} });
    expect(proof).toMatchObject({ kind: 'proven', subject, login: 's'.repeat(254) });
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['their address', { email: 'bea@example.test', preferred_username: 'bea' }, 'bea@example.test'],
    [
      'their name, not an unverified address',
      { email: 'x@y.test', email_verified: false, preferred_username: 'bea' },
      'bea',
    ],
    ['their subject, without name and address', {}, 'shown'],
    [
      'one line of visible characters',
      { email: 'bea\u0000\u001b[2J\r\n\u202egro.knab@evil' },
      'bea[2J gro.knab@evil',
    ],
    ['the beginning of ten thousand characters', { email: 'e'.repeat(10_240) }, 'e'.repeat(254)],
    ['nothing that is not a string', { email: { toString: 'x' }, preferred_username: ['bea'] }, 'shown'],
  ])('shows %s', async (_what, claims, login) => {
    expect(await proofOf({ subject: 'shown', claims })).toMatchObject({
      kind: 'proven',
      subject: 'shown',
      login,
    });
  });

  it.each([500, 503, 429])('is unavailable when it returns %i', async (tokenStatus) => {
    expect(await proofOf({ subject: `bea-${tokenStatus}`, tokenStatus })).toEqual({ kind: 'away' });
  });

  it('is unavailable when the port is closed', async () => {
    await using dead = await openLoginProvider(upstream, { port: 1 });
    expect(await dead.redeem(await obtainCode(upstream))).toEqual({ kind: 'away' });
  });

  it('is unavailable after a timeout, and works again after that', async () => {
    const given = await obtainCode(upstream);
    await using fresh = await openLoginProvider(upstream);
    await upstream.setMode('silent');
    const startedMs = performance.now();
    expect(await Promise.all([provider.redeem(given), fresh.redeem(given)])).toEqual([
      { kind: 'away' },
      { kind: 'away' },
    ]);
    expect(performance.now() - startedMs).toBeLessThan(10 * egressTimeoutMs);
    await upstream.setMode('working');
    expect(await fresh.redeem(await obtainCode(upstream))).toMatchObject({ kind: 'proven' });
  });
});
