import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '#platform/egress/egress.ts';
import { createLogger } from '#platform/log/logger.ts';
import { openStaffProviders, staffProviderPurposes } from './staff-providers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-staff-'));
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const write = (name: string, content: unknown): Promise<void> =>
    writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  await write('good.jwk', { ...(await exportJWK(privateKey)), alg: 'ES256', kid: '1' });
  await write('public.jwk', { ...(await exportJWK(publicKey)), alg: 'ES256' });
  await write('no-alg.jwk', await exportJWK(privateKey));
  await write('text.jwk', 'top secret, not JSON');
  await write('ca.pem', 'the certificate of an authority');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const egress = createEgress({ purposes: {} });
const log = createLogger({ level: 'fatal' });
const setting = (): Parameters<typeof openStaffProviders>[0]['staffProviders'][number] => ({
  bank: '01',
  issuer: 'https://login.test:8443/realms/staff',
  clientId: 'portico',
  key: `file:${join(folder, 'good.jwk')}`,
  claims: { employeeId: 'employee', unit: 'department', roles: 'groups' },
  roles: { ops: ['maintenance'] },
});

describe('staff providers', () => {
  it('are opened for the banks that have one', async () => {
    const providers = await openStaffProviders({ staffProviders: [setting()] }, { egress, log });
    expect(providers.of('02')).toBeUndefined();
    expect(providers.of('01')?.rules).toEqual({
      employeeIdClaim: 'employee',
      unitClaim: 'department',
      rolesClaim: 'groups',
      acrClaim: 'acr',
      rolesOf: new Map([['ops', ['maintenance']]]),
      assuranceOf: new Map(),
    });
  });

  it('map authentication classes to assurances, and name their claim', async () => {
    const acr = { claim: 'acrs', values: { c1: 'sca' } } as const;
    const providers = await openStaffProviders({ staffProviders: [{ ...setting(), acr }] }, { egress, log });
    expect(providers.of('01')?.rules).toMatchObject({
      acrClaim: 'acrs',
      assuranceOf: new Map([['c1', 'sca']]),
    });
  });

  it('cannot give unknown roles', async () => {
    const roles = { ops: ['maintenance', 'emperor'] };
    await expect(
      openStaffProviders({ staffProviders: [{ ...setting(), roles }] }, { egress, log }),
    ).rejects.toThrow('PORTICO_STAFF_PROVIDERS for bank 01 gives roles that do not exist: emperor.');
  });

  it.each(['public.jwk', 'no-alg.jwk', 'text.jwk'])(
    'cannot authenticate with %s, and do not show it',
    async (name) => {
      const key = `file:${join(folder, name)}`;
      const opening = openStaffProviders({ staffProviders: [{ ...setting(), key }] }, { egress, log });
      await expect(opening).rejects.toThrow('names an invalid key (its text is not shown)');
      await expect(opening).rejects.not.toThrow('secret, not');
    },
  );

  it('cannot be opened with a missing key file', async () => {
    const key = `file:${join(folder, 'absent.jwk')}`;
    await expect(
      openStaffProviders({ staffProviders: [{ ...setting(), key }] }, { egress, log }),
    ).rejects.toThrow('names a file that cannot be read');
  });
});

describe('egress to staff providers', () => {
  it('allows host and port of the issuer, and further configured hosts', async () => {
    const ca = `file:${join(folder, 'ca.pem')}`;
    const more = { hosts: ['keys.login.test'], networks: ['10.0.0.0/8'], ca };
    expect(await staffProviderPurposes({ staffProviders: [{ ...setting(), ...more }] })).toEqual({
      'staff-provider-01': {
        hosts: ['login.test', 'keys.login.test'],
        ports: [443, 8_443],
        allowPrivateAddresses: ['10.0.0.0/8'],
        timeoutMs: 5_000,
        caPem: 'the certificate of an authority',
      },
    });
  });

  it('uses public addresses unless configured otherwise', async () => {
    const issuer = 'https://login.test/realms/staff';
    expect(await staffProviderPurposes({ staffProviders: [{ ...setting(), issuer }] })).toEqual({
      'staff-provider-01': {
        hosts: ['login.test'],
        ports: [443],
        allowPrivateAddresses: [],
        timeoutMs: 5_000,
      },
    });
  });
});
