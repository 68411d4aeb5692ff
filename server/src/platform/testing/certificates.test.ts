import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestAuthority, type TestAuthority, type TestCertificate } from './certificates.ts';

let authority: TestAuthority;
let directory: string;
beforeAll(async () => {
  authority = await createTestAuthority();
  directory = await mkdtemp(join(tmpdir(), 'portico-certificates-test-'));
});
afterAll(async () => {
  authority[Symbol.dispose]();
  await rm(directory, { recursive: true });
});

let files = 0;
async function fileWith(text: string): Promise<string> {
  files += 1;
  const path = join(directory, String(files));
  await writeFile(path, text);
  return path;
}

/** Whether openssl accepts a certificate for a purpose, below the root and any intermediates. */
async function verifies(
  purpose: 'sslclient' | 'sslserver',
  { certificatePem }: TestCertificate,
  intermediates = '',
): Promise<boolean> {
  const [root, leaf, untrusted] = await Promise.all(
    [authority.caPem, certificatePem, intermediates].map(fileWith),
  );
  if (root === undefined || leaf === undefined || untrusted === undefined) throw new Error('files expected');
  const between = intermediates === '' ? [] : ['-untrusted', untrusted];
  const options = ['verify', '-no-CApath', '-CAfile', root, ...between, '-purpose', purpose, leaf];
  return promisify(execFile)('openssl', options).then(
    () => true,
    () => false,
  );
}

describe('the test authority', () => {
  test('issues certificates that openssl verifies for their purpose', async () => {
    const [client, server] = await Promise.all([
      authority.issue({ commonName: 'tpp-one.test' }),
      authority.issue({ commonName: 'localhost', server: true }),
    ]);
    expect(await verifies('sslclient', client)).toBe(true);
    expect(await verifies('sslserver', server)).toBe(true);
    expect(await verifies('sslclient', server)).toBe(false);
    expect(new X509Certificate(server.certificatePem).checkHost('localhost')).toBe('localhost');
    expect(new X509Certificate(server.certificatePem).checkIP('127.0.0.1')).toBe('127.0.0.1');
  });

  test('issues through intermediates', async () => {
    const issuer = await authority.issueAuthority({ commonName: 'Issuing CA' });
    const client = await issuer.issue({ commonName: 'tpp-one.test' });
    expect(await verifies('sslclient', client)).toBe(false);
    expect(await verifies('sslclient', client, issuer.caPem)).toBe(true);
  });

  test('creates forgeries that openssl refuses', async () => {
    expect(await verifies('sslclient', await authority.issueEvil({ commonName: 'tpp-one.test' }))).toBe(
      false,
    );
    expect(await verifies('sslclient', await authority.issueSelfSigned({ commonName: 'tpp-one.test' }))).toBe(
      false,
    );
  });

  test('uses the requested period, number and type of key', async () => {
    const validFrom = Temporal.Instant.from('2020-02-29T12:00:00Z');
    const validTo = Temporal.Instant.from('2060-01-01T00:00:01Z');
    const terms = { validFrom, validTo, serial: 'abc', key: 'rsa' } as const;
    const made = await authority.issue({ commonName: 'tpp-one.test', ...terms });
    const x509 = new X509Certificate(made.certificatePem);
    expect([made.validFrom.toString(), made.validTo.toString()]).toEqual([
      validFrom.toString(),
      validTo.toString(),
    ]);
    expect(x509.serialNumber).toBe('0ABC');
    expect(x509.publicKey.asymmetricKeyType).toBe('rsa');
    const forTenDays = await authority.issue({ commonName: 'tpp-one.test', validFrom, days: 10 });
    expect(forTenDays.validTo.toString()).toBe('2020-03-10T12:00:00Z');
  });

  test('gives each certificate its own number and key', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => authority.issue({ commonName: 'tpp-one.test' })),
    );
    expect(
      new Set(made.map(({ certificatePem }) => new X509Certificate(certificatePem).serialNumber)).size,
    ).toBe(8);
    expect(new Set(made.map(({ keyPem }) => keyPem)).size).toBe(8);
  });

  test('refuses text that openssl would not read literally', async () => {
    await expect(authority.issue({ commonName: 'a\n[req]' })).rejects.toThrow('openssl would read');
    await expect(authority.issue({ commonName: 'a', organizationIdentifier: '$ENV::HOME' })).rejects.toThrow(
      'openssl',
    );
  });

  test('leaves nothing behind', async () => {
    let path: string;
    {
      using short = await createTestAuthority();
      path = short.directory;
      expect(existsSync(path)).toBe(true);
    }
    expect(existsSync(path)).toBe(false);
  });
});
