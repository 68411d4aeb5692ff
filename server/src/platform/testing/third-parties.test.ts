import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import Type from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { callerId } from '#platform/auth/caller.ts';
import { psd2Roles, readPsd2 } from '#platform/auth/psd2-certificate.ts';
import type { TestCertificate } from './certificates.ts';
import { testContract, testEndpoint, testInterface } from './endpoints.ts';
import { createTestServer } from './test-server.ts';
import {
  type ThirdParties,
  type ThirdPartyName,
  testThirdParties,
  thirdPartyNames,
} from './third-parties.ts';

let thirdParties: ThirdParties;
beforeAll(async () => {
  thirdParties = await testThirdParties();
});

/** What openssl prints about a certificate. */
async function printed({ certificatePem }: TestCertificate): Promise<string> {
  const running = promisify(execFile)('openssl', ['x509', '-noout', '-text']);
  running.child.stdin?.end(certificatePem);
  return (await running).stdout;
}

describe('the certificates of third parties', () => {
  test('are one for connections and one for signatures, of the same organisation', async () => {
    const [qwac, seal] = await Promise.all([thirdParties.qwac('_A'), thirdParties.seal('_A')]);
    expect(readPsd2(qwac.der)).toMatchObject({ organizationIdentifier: 'PSDNL-DNB-A', roles: psd2Roles });
    expect(readPsd2(seal.der)).toMatchObject({ organizationIdentifier: 'PSDNL-DNB-A', roles: psd2Roles });
    expect(new X509Certificate(seal.der).publicKey.asymmetricKeyType).toBe('rsa');
    const ofQwac = await printed(qwac);
    for (const text of [
      'TLS Web Client Authentication',
      'DNS:a.tpp.test, DNS:api.a.tpp.test',
      'O = Test TPP A B.V.',
      'OCSP - URI:http://ocsp.qtsp.test/',
      'URI:http://crl.qtsp.test/qtsp.crl',
    ]) {
      expect(ofQwac).toContain(text);
    }
    expect(await printed(seal)).toContain('Digital Signature, Non Repudiation');
  });

  test('are made once', async () => {
    expect(await thirdParties.qwac('_B')).toBe(await thirdParties.qwac('_B'));
    expect(await testThirdParties()).toBe(thirdParties);
  });

  test('outlive a test file that would dispose them, because other files of the process use them', () => {
    expect(Symbol.dispose in thirdParties).toBe(false);
  });

  test('are all made and differ in their bytes', async () => {
    const all = await Promise.all(
      thirdPartyNames.flatMap((name) => [thirdParties.qwac(name), thirdParties.seal(name)]),
    );
    expect(new Set(all.map(({ fingerprint256 }) => fingerprint256)).size).toBe(2 * thirdPartyNames.length);
  });
});

describe('a call as a third party', () => {
  const contract = testContract({
    interface: testInterface(xs2a),
    access: callers({ tpp: { roles: ['PSP_AI'] } }),
    responses: { 200: { description: 'Who you are.', body: Type.Object({ caller: Type.String() }) } },
  });
  const route = testEndpoint(contract, ({ caller }) => ({ status: 200, body: { caller: callerId(caller) } }));

  test.each([
    ['_A', 'PSDNL-DNB-A'],
    ['_B', 'PSDNL-DNB-B'],
    ['_AI', 'PSDNL-DNB-AI'],
    ['_PI', 'ROLE_INVALID'],
    ['_IC', 'ROLE_INVALID'],
    ['_EXP', 'CERTIFICATE_EXPIRED'],
    ['_REV', 'CERTIFICATE_REVOKED'],
    ['_FUT', 'CERTIFICATE_INVALID'],
    ['_EVIL', 'CERTIFICATE_INVALID'],
    ['_NOQC', 'CERTIFICATE_INVALID'],
  ] as const)('%s is answered with %s', async (certificate: ThirdPartyName, outcome) => {
    await using server = await createTestServer({
      routes: [route],
      ports: () => ({}),
      dialectFor: () => xs2a,
      thirdParties,
    });
    const { body } = await server.call({
      method: 'GET',
      path: contract.path,
      as: { kind: 'tpp', certificate },
    });
    expect(JSON.stringify(body)).toContain(`"${outcome}"`);
  });
});
