import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignInSecrets, StaffProvider, StaffSignInRequest } from '../ports/staff-provider.ts';

/** Provider with a simulated employee. */
export interface StaffProviderBench extends AsyncDisposable {
  readonly provider: StaffProvider;
  /** Simulates an employee who signs in or cancels; returns the callback parameters. */
  visit(url: URL, deed: 'sign-in' | 'cancel'): Promise<URLSearchParams>;
  /** Subject of the employee who signs in. */
  readonly subject: string;
  leave(): Promise<void>;
}

const redirectUri = 'https://bank.test/oauth/01/staff/callback';

/** Contract of every staff provider, real or fake. */
export function staffProviderSuite(open: () => Promise<StaffProviderBench>): void {
  describe('a staff provider', () => {
    let bench: StaffProviderBench;
    let count = 0;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(async () => {
      await bench[Symbol.asyncDispose]();
    });

    const newSecrets = (): SignInSecrets => {
      count += 1;
      const secret = (name: string): string => `${name}-${count}-`.padEnd(43, 'x');
      return { state: secret('state'), nonce: secret('nonce'), verifier: secret('verifier') };
    };
    const request = (secrets: SignInSecrets): StaffSignInRequest => ({
      secrets,
      redirectUri,
      acrValues: [],
      maxAgeSeconds: 600,
      requiresNewSignIn: false,
    });
    const wayThere = async (secrets: SignInSecrets): Promise<URL> => {
      const start = await bench.provider.begin(request(secrets));
      if (start.kind !== 'redirect') throw new Error(`there is no way there: ${start.kind}`);
      return start.url;
    };

    it('proves who signed in, and when', async () => {
      const secrets = newSecrets();
      const url = await wayThere(secrets);
      expect(url.href).not.toContain(secrets.verifier);
      const parameters = await bench.visit(url, 'sign-in');
      expect(parameters.get('state')).toBe(secrets.state);
      expect(await bench.provider.finish({ secrets, redirectUri, parameters })).toMatchObject({
        kind: 'proven',
        proof: { subject: bench.subject, claims: { auth_time: expect.any(Number) } },
      });
    });

    it('reports that the employee cancelled', async () => {
      const secrets = newSecrets();
      const parameters = await bench.visit(await wayThere(secrets), 'cancel');
      expect(await bench.provider.finish({ secrets, redirectUri, parameters })).toEqual({
        kind: 'cancelled',
      });
    });

    it.each(['state', 'nonce', 'verifier'] as const)('proves nothing with another %s', async (name) => {
      const secrets = newSecrets();
      const parameters = await bench.visit(await wayThere(secrets), 'sign-in');
      const others = { ...secrets, [name]: newSecrets()[name] };
      expect(await bench.provider.finish({ secrets: others, redirectUri, parameters })).toEqual({
        kind: 'not-proven',
      });
    });

    it('reports that it is unavailable', async () => {
      const secrets = newSecrets();
      const parameters = await bench.visit(await wayThere(secrets), 'sign-in');
      await bench.leave();
      expect(await bench.provider.finish({ secrets, redirectUri, parameters })).toEqual({ kind: 'away' });
    });
  });
}
