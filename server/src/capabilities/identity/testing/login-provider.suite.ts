import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginCode, LoginProvider } from '../ports/login-providers.ts';

/** The authorization request of the application. */
export interface LoginRequest {
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** A provider with a test user who signs in. */
export interface LoginProviderHarness extends AsyncDisposable {
  readonly provider: LoginProvider;
  readonly issuer: string;
  /** The subject of the test user. */
  readonly subject: string;
  /** At least two, in the order of the configuration. */
  readonly redirectUris: readonly [string, string];
  /** Signs the test user in on behalf of the application; returns the code. */
  signIn(request: LoginRequest): Promise<string>;
  leave(): Promise<void>;
}

/** The rules that every login provider must follow, real or scripted. */
export function loginProviderSuite(open: () => Promise<LoginProviderHarness>): void {
  describe('a login provider', () => {
    let bench: LoginProviderHarness;
    let count = 0;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(async () => {
      await bench[Symbol.asyncDispose]();
    });

    const newCode = async (change: Partial<LoginRequest> = {}): Promise<LoginCode> => {
      count += 1;
      const request = {
        codeVerifier: `verifier-${count}-`.padEnd(43, 'v'),
        nonce: `nonce-${count}`,
        redirectUri: bench.redirectUris[0],
        ...change,
      };
      return { ...request, code: await bench.signIn(request) };
    };

    it('proves who signed in, by issuer and subject', async () => {
      const { issuer, provider, subject } = bench;
      expect(await provider.redeem(await newCode())).toEqual({
        kind: 'proven',
        issuer,
        subject,
        login: expect.stringMatching(/^.{1,254}$/),
      });
    });

    it('uses the first redirect address when none is given', async () => {
      const given = await newCode();
      expect(await bench.provider.redeem({ ...given, redirectUri: undefined })).toMatchObject({
        kind: 'proven',
      });
    });

    it('accepts any configured redirect address, if it is the one that was used', async () => {
      const [first, second] = bench.redirectUris;
      const good = await newCode({ redirectUri: second });
      expect(await bench.provider.redeem(good)).toMatchObject({ kind: 'proven' });
      const other = await newCode({ redirectUri: second });
      expect(await bench.provider.redeem({ ...other, redirectUri: first })).toEqual({ kind: 'not-proven' });
    });

    it.each<[string, Partial<LoginCode>]>([
      ['another verifier', { codeVerifier: 'w'.repeat(43) }],
      ['no verifier', { codeVerifier: '' }],
      ['another nonce', { nonce: 'of-another-user' }],
      ['no nonce', { nonce: '' }],
      ['another code', { code: 'guessed' }],
      ['no code', { code: '' }],
      ['a code that brings parameters along', { code: 'guessed&nonce=1#x' }],
      ['an address that is not configured', { redirectUri: 'https://evil.test/' }],
    ])('rejects %s', async (_what, change) => {
      const given = await newCode();
      expect(await bench.provider.redeem({ ...given, ...change })).toEqual({ kind: 'not-proven' });
    });

    it('accepts a code once', async () => {
      const given = await newCode();
      expect(await bench.provider.redeem(given)).toMatchObject({ kind: 'proven' });
      expect(await bench.provider.redeem(given)).toEqual({ kind: 'not-proven' });
    });

    it('reports that it is unavailable', async () => {
      const given = await newCode();
      await bench.leave();
      expect(await bench.provider.redeem(given)).toEqual({ kind: 'away' });
    });
  });
}
