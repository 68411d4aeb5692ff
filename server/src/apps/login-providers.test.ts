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
  openLoginProviders({ loginProviders }, { egress: createEgress({ purposes: {} }), log });

describe('the providers of logins', () => {
  it('are found by bank and word, and by nothing else', async () => {
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

  it.each<[string, () => Setting['authentication']]>([
    ['a key', () => ({ method: 'private_key_jwt', key: at('good.jwk') })],
    ['a secret', () => ({ method: 'client_secret_post', secretFile: at('secret') })],
    ['nothing', () => ({ method: 'none' })],
  ])('may prove themselves with %s', async (_what, authentication) => {
    const providers = await open(setting({ authentication: authentication() }));
    expect(providers.of('01', 'google')).toBeDefined();
  });

  it.each<[string, () => Setting['authentication'], string]>([
    ['a public key', () => ({ method: 'private_key_jwt', key: at('public.jwk') }), 'a key that is none'],
    ['a secret for a key', () => ({ method: 'private_key_jwt', key: at('secret') }), 'a key that is none'],
    ['no text', () => ({ method: 'client_secret_post', secretFile: at('empty') }), 'a secret that is none'],
    [
      'two lines',
      () => ({ method: 'client_secret_post', secretFile: at('two-lines') }),
      'a secret that is none',
    ],
    [
      'no file',
      () => ({ method: 'client_secret_basic', secretFile: at('absent') }),
      'a file that cannot be read',
    ],
  ])('cannot prove themselves with %s, and do not show it', async (_what, authentication, wrong) => {
    const opening = open(setting({ authentication: authentication() }));
    await expect(opening).rejects.toThrow(`PORTICO_LOGIN_PROVIDERS, google for bank 01 names ${wrong}`);
    await expect(opening).rejects.not.toThrow('top secret');
  });

  it('are away while there is no way out to them', async () => {
    const provider = (await open(setting())).of('01', 'google');
    const given = { code: 'c', codeVerifier: 'v'.repeat(43), nonce: 'n', redirectUri: undefined };
    expect(await provider?.redeem(given)).toEqual({ kind: 'away' });
  });
});

describe('the way out to them', () => {
  it('leads to the host and port of the issuer, and to what else is named', async () => {
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

  it('lets a secret go in a header only where the method wants that', async () => {
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

  it('cannot be opened with an authority that is not there', async () => {
    const loginProviders = [setting({ ca: at('absent.pem') })];
    await expect(loginProviderPurposes({ loginProviders })).rejects.toThrow(
      'PORTICO_LOGIN_PROVIDERS, google for bank 01 names a file that cannot be read',
    );
  });
});
