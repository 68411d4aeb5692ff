import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UpstreamPerson } from '#adapters/staff-provider/upstream-person.suite.ts';
import type { UpstreamProvider } from '#adapters/staff-provider/upstream-provider.suite.ts';
import type { LoginProof, LoginProvider } from '#capabilities/identity/ports/login-providers.ts';
import { loginProviderSuite } from '#capabilities/identity/testing/login-provider.suite.ts';
import {
  bea,
  bringCode,
  egressTimeoutMs,
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
    signIn: async (asked) => (await bringCode(upstream, asked)).code,
    leave: () => upstream.setMood('broken'),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
});

describe('a provider in a process of its own', () => {
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
    provider.redeem(await bringCode(upstream, { person }));

  describe('believes us', () => {
    it.each<[string, LoginClientAuthentication]>([
      ['basic', { method: 'client_secret_basic', secret }],
      ['post', { method: 'client_secret_post', secret }],
      ['public', { method: 'none' }],
    ])('as its client %s', async (clientId, authentication) => {
      await using own = await openLoginProvider(upstream, { clientId, authentication });
      expect(await own.redeem(await bringCode(upstream, { clientId }))).toMatchObject({
        kind: 'proven',
        subject: bea.subject,
      });
    });

    it.each<[string, LoginClientAuthentication]>([
      ['basic', { method: 'client_secret_basic', secret: 'wrong' }],
      ['post', { method: 'client_secret_post', secret: 'wrong' }],
    ])(
      'not with a wrong secret of %s, which is no fault of the customer',
      async (clientId, authentication) => {
        await using own = await openLoginProvider(upstream, { clientId, authentication });
        expect(await own.redeem(await bringCode(upstream, { clientId }))).toEqual({ kind: 'away' });
      },
    );

    it('not with a key it does not know', async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const key = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'portico-1' };
      const authentication = { method: 'private_key_jwt', key, assertionAudience: 'issuer' } as const;
      await using own = await openLoginProvider(upstream, { authentication });
      expect(await own.redeem(await bringCode(upstream))).toEqual({ kind: 'away' });
    });
  });

  it('gives nothing for the code of another client', async () => {
    const given = await bringCode(upstream, { clientId: 'public' });
    expect(await provider.redeem(given)).toEqual({ kind: 'not-proven' });
  });

  it('and another one make two keys of the same subject', async () => {
    await using second = await startLoginUpstream();
    await using other = await openLoginProvider(second);
    const keys = [await proofOf({}), await other.redeem(await bringCode(second))];
    expect(keys).toMatchObject([
      { kind: 'proven', issuer: upstream.issuer, subject: bea.subject },
      { kind: 'proven', issuer: second.issuer, subject: bea.subject },
    ]);
    expect(second.issuer).not.toBe(upstream.issuer);
    // And neither takes a code of the other.
    expect(await other.redeem(await bringCode(upstream))).toEqual({ kind: 'not-proven' });
  });

  it.each<[string, Partial<UpstreamPerson>]>([
    ['of another issuer', { wrongClaims: { iss: 'https://evil.test' } }],
    ['for another client', { wrongClaims: { aud: 'somebody-else' } }],
    ['for us and others, made for another', { wrongClaims: { aud: ['portico', 'b'], azp: 'b' } }],
    ['that has expired', { wrongClaims: { exp: 1 } }],
    ['without an end', { wrongClaims: { exp: null } }],
    ['without nonce', { wrongClaims: { nonce: null } }],
    ['without subject', { wrongClaims: { sub: null } }],
    ['with a subject that is too long', { wrongClaims: { sub: 's'.repeat(256) } }],
    ['with a subject no database takes', { wrongClaims: { sub: 'a\u0000b' } }],
    ['with a subject that cannot be seen', { wrongClaims: { sub: '   ' }, claims: {} }],
    ['with a subject that is no text', { wrongClaims: { sub: 7 } }],
    ['signed by somebody else', { signature: 'foreign' }],
    ['signed by nobody', { signature: 'none' }],
  ])('is not believed with an ID token %s', async (what, person) => {
    // A subject of its own: what the provider got wrong for one must not stay with the next.
    expect(await proofOf({ subject: `bea-${what}`, ...person })).toEqual({ kind: 'not-proven' });
  });

  it('is not believed with an ID token signed with what both of us know', async () => {
    const clientId = 'basic';
    const authentication = { method: 'client_secret_basic', secret } as const;
    await using own = await openLoginProvider(upstream, { clientId, authentication });
    const person = { subject: 'bea-shared', signature: 'shared' } as const;
    const given = await bringCode(upstream, { clientId, person });
    expect(await own.redeem(given)).toEqual({ kind: 'not-proven' });
  });

  it('keeps a subject of full length whole, although what is shown is cut', async () => {
    const subject = 's'.repeat(255);
    const proof = await proofOf({ subject: 'long', wrongClaims: { sub: subject }, claims: {} });
    expect(proof).toMatchObject({ kind: 'proven', subject, login: 's'.repeat(254) });
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['their address', { email: 'bea@example.test', preferred_username: 'bea' }, 'bea@example.test'],
    [
      'their name, not an address in doubt',
      { email: 'x@y.test', email_verified: false, preferred_username: 'bea' },
      'bea',
    ],
    ['their subject, for want of both', {}, 'shown'],
    [
      'one line of what can be seen',
      { email: 'bea\u0000\u001b[2J\r\n\u202egro.knab@evil' },
      'bea[2J gro.knab@evil',
    ],
    ['the beginning of ten thousand characters', { email: 'e'.repeat(10_240) }, 'e'.repeat(254)],
    ['nothing that is no text', { email: { toString: 'x' }, preferred_username: ['bea'] }, 'shown'],
  ])('shows %s', async (_what, claims, login) => {
    expect(await proofOf({ subject: 'shown', claims })).toMatchObject({
      kind: 'proven',
      subject: 'shown',
      login,
    });
  });

  it.each([500, 503, 429])('is away when it answers %i', async (tokenStatus) => {
    expect(await proofOf({ subject: `bea-${tokenStatus}`, tokenStatus })).toEqual({ kind: 'away' });
  });

  it('is away when nobody is there', async () => {
    await using dead = await openLoginProvider(upstream, { port: 1 });
    expect(await dead.redeem(await bringCode(upstream))).toEqual({ kind: 'away' });
  });

  it('is away, in time, when it does not answer, and works again after that', async () => {
    const given = await bringCode(upstream);
    await using fresh = await openLoginProvider(upstream);
    await upstream.setMood('silent');
    const startedMs = performance.now();
    expect(await Promise.all([provider.redeem(given), fresh.redeem(given)])).toEqual([
      { kind: 'away' },
      { kind: 'away' },
    ]);
    expect(performance.now() - startedMs).toBeLessThan(10 * egressTimeoutMs);
    await upstream.setMood('working');
    expect(await fresh.redeem(await bringCode(upstream))).toMatchObject({ kind: 'proven' });
  });
});
