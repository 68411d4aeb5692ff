import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '#platform/egress/egress.ts';
import { createLogger } from '#platform/log/logger.ts';
import { loginProviderPurposes, openLoginProviders } from './login-providers.ts';

type Setting = Parameters<typeof openLoginProviders>[0]['loginProviders'][number];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-login-'));
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const write = (name: string, content: unknown): Promise<void> =>
    writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  await write('good.jwk', { ...(await exportJWK(privateKey)), alg: 'ES256', kid: '1' });
  await write('public.jwk', { ...(await exportJWK(publicKey)), alg: 'ES256' });
  await write('secret', 'top secret\n');
  await write('empty', '\n');
  await write('two-lines', 'top secret\nand more');
  await write('ca.pem', 'the certificate of an authority');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const log = createLogger({ level: 'fatal' });
const at = (name: string): string => `file:${join(folder, name)}`;
const setting = (change: Partial<Setting> = {}): Setting => ({
  bank: '01',
  provider: 'google',
  issuer: 'https://accounts.test:8443/realms/all',
  clientId: 'portico',
  authentication: { method: 'client_secret_basic', secretFile: at('secret') },
  redirectUris: ['https://app.test/linked'],
  ...change,
});
const open = (...loginProviders: Setting[]): ReturnType<typeof openLoginProviders> =>
  openLoginProviders(
    { baseUrl: 'https://portico.test', loginProviders },
    { egress: createEgress({ purposes: {} }), log },
  );

describe('login providers', () => {
  it('are found by bank and provider name only', async () => {
    const providers = await open(setting(), setting({ bank: '02', provider: 'apple' }));
    expect(providers.of('01', 'google')?.provider).toBe('google');
    expect(providers.of('02', 'apple')?.provider).toBe('apple');
    expect([
      providers.of('01', 'apple'),
      providers.of('02', 'google'),
      providers.of('01', '__proto__'),
      providers.of('', '01-google'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('sign in on the page of their bank only where they have a name for it', async () => {
    const providers = await open(
      setting({ signInName: 'Google' }),
      setting({ provider: 'apple' }),
      setting({ bank: '02', provider: 'apple', signInName: 'Apple' }),
    );
    const namesOf = (bank: string): readonly string[] => providers.offered(bank).map(({ page }) => page.name);
    expect([namesOf('01'), namesOf('02'), namesOf('03')]).toEqual([['Google'], ['Apple'], []]);
    expect(providers.offered('01')[0]?.page.redirectUri).toBe(
      'https://portico.test/account/01/linked-login/google',
    );
    expect(providers.of('01', 'apple')?.page).toBeUndefined();
  });

  it.each<[string, () => Setting['authentication']]>([
    ['a key', () => ({ method: 'private_key_jwt', key: at('good.jwk') })],
    ['a secret', () => ({ method: 'client_secret_post', secretFile: at('secret') })],
    ['nothing', () => ({ method: 'none' })],
  ])('can authenticate with %s', async (_what, authentication) => {
    const providers = await open(setting({ authentication: authentication() }));
    expect(providers.of('01', 'google')).toBeDefined();
  });

  it.each<[string, () => Setting['authentication'], string]>([
    ['a public key', () => ({ method: 'private_key_jwt', key: at('public.jwk') }), 'an invalid key'],
    ['a secret for a key', () => ({ method: 'private_key_jwt', key: at('secret') }), 'an invalid key'],
    ['no text', () => ({ method: 'client_secret_post', secretFile: at('empty') }), 'an invalid secret'],
    ['two lines', () => ({ method: 'client_secret_post', secretFile: at('two-lines') }), 'an invalid secret'],
    [
      'no file',
      () => ({ method: 'client_secret_basic', secretFile: at('absent') }),
      'a file that cannot be read',
    ],
  ])('cannot authenticate with %s, and do not show it', async (_what, authentication, wrong) => {
    const opening = open(setting({ authentication: authentication() }));
    await expect(opening).rejects.toThrow(`PORTICO_LOGIN_PROVIDERS, google for bank 01 names ${wrong}`);
    await expect(opening).rejects.not.toThrow('top secret');
  });

  it('are unavailable while egress to them fails', async () => {
    const provider = (await open(setting())).of('01', 'google');
    const given = { code: 'c', codeVerifier: 'v'.repeat(43), nonce: 'n', redirectUri: undefined };
    expect(await provider?.redeem(given)).toEqual({ kind: 'away' });
  });
});

describe('egress to login providers', () => {
  it('allows host and port of the issuer, and further configured hosts', async () => {
    const more = { hosts: ['keys.accounts.test'], networks: ['10.0.0.0/8'], ca: at('ca.pem') };
    expect(await loginProviderPurposes({ loginProviders: [setting(more)] })).toEqual({
      'login-provider-01-google': {
        hosts: ['accounts.test', 'keys.accounts.test'],
        ports: [443, 8_443],
        allowPrivateAddresses: ['10.0.0.0/8'],
        timeoutMs: 5_000,
        caPem: 'the certificate of an authority',
        credentials: true,
      },
    });
  });

  it('allows a secret in a header only if the method needs it', async () => {
    const authentication = { method: 'client_secret_post', secretFile: at('secret') } as const;
    const issuer = 'https://accounts.test';
    expect(await loginProviderPurposes({ loginProviders: [setting({ authentication, issuer })] })).toEqual({
      'login-provider-01-google': {
        hosts: ['accounts.test'],
        ports: [443],
        allowPrivateAddresses: [],
        timeoutMs: 5_000,
      },
    });
  });

  it('cannot be opened with a missing authority file', async () => {
    const loginProviders = [setting({ ca: at('absent.pem') })];
    await expect(loginProviderPurposes({ loginProviders })).rejects.toThrow(
      'PORTICO_LOGIN_PROVIDERS, google for bank 01 names a file that cannot be read',
    );
  });
});
