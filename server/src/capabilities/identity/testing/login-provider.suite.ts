import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginCode, LoginProvider } from '../ports/login-providers.ts';

/** What the application asks the provider with. */
export interface LoginAsked {
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** A provider with somebody at the keyboard. */
export interface LoginProviderBench extends AsyncDisposable {
  readonly provider: LoginProvider;
  readonly issuer: string;
  /** The subject of whoever signs in. */
  readonly subject: string;
  /** At least two, in the order of the configuration. */
  readonly redirectUris: readonly [string, string];
  /** Somebody signs in there, sent by the application; gives the code that comes back. */
  signIn(asked: LoginAsked): Promise<string>;
  leave(): Promise<void>;
}

/** What every login provider does, real or not. */
export function loginProviderSuite(open: () => Promise<LoginProviderBench>): void {
  describe('a login provider', () => {
    let bench: LoginProviderBench;
    let count = 0;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(async () => {
      await bench[Symbol.asyncDispose]();
    });

    const newCode = async (change: Partial<LoginAsked> = {}): Promise<LoginCode> => {
      count += 1;
      const asked = {
        codeVerifier: `verifier-${count}-`.padEnd(43, 'v'),
        nonce: `nonce-${count}`,
        redirectUri: bench.redirectUris[0],
        ...change,
      };
      return { ...asked, code: await bench.signIn(asked) };
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

    it('takes the first address for the one that was not said', async () => {
      const given = await newCode();
      expect(await bench.provider.redeem({ ...given, redirectUri: undefined })).toMatchObject({
        kind: 'proven',
      });
    });

    it('takes any address that is configured, if it is the one that was used', async () => {
      const [first, second] = bench.redirectUris;
      const good = await newCode({ redirectUri: second });
      expect(await bench.provider.redeem(good)).toMatchObject({ kind: 'proven' });
      const other = await newCode({ redirectUri: second });
      expect(await bench.provider.redeem({ ...other, redirectUri: first })).toEqual({ kind: 'not-proven' });
    });

    it.each<[string, Partial<LoginCode>]>([
      ['another verifier', { codeVerifier: 'w'.repeat(43) }],
      ['no verifier', { codeVerifier: '' }],
      ['another nonce', { nonce: 'of-somebody-else' }],
      ['no nonce', { nonce: '' }],
      ['another code', { code: 'guessed' }],
      ['no code', { code: '' }],
      ['a code that brings parameters along', { code: 'guessed&nonce=1#x' }],
      ['an address that is not configured', { redirectUri: 'https://evil.test/' }],
    ])('believes nobody with %s', async (_what, change) => {
      const given = await newCode();
      expect(await bench.provider.redeem({ ...given, ...change })).toEqual({ kind: 'not-proven' });
    });

    it('believes a code once', async () => {
      const given = await newCode();
      expect(await bench.provider.redeem(given)).toMatchObject({ kind: 'proven' });
      expect(await bench.provider.redeem(given)).toEqual({ kind: 'not-proven' });
    });

    it('says when it is away', async () => {
      const given = await newCode();
      await bench.leave();
      expect(await bench.provider.redeem(given)).toEqual({ kind: 'away' });
    });
  });
}
